package io.plantgate.bench;

import java.util.List;
import javax.sql.DataSource;
import org.springframework.jdbc.core.JdbcTemplate;

/**
 * What a Spring user would otherwise write: a listener that inserts its message under the glued key, a row and a commit each.
 * It keeps no duplicates, no decisions and no hashes.
 */
final class RowByRow implements Contender {

    private final JdbcTemplate jdbc;

    RowByRow(DataSource dataSource) {
        jdbc = new JdbcTemplate(dataSource);
    }

    @Override
    public String name() {
        return "Spring listener, a row and a commit each";
    }

    @Override
    public void record(List<Message> messages) throws Exception {
        Threads.share(
                messages,
                message -> jdbc.update(
                        "insert into stock_event (k, raw) values (?, ?) on conflict do nothing",
                        message.key(),
                        message.raw()));
    }
}

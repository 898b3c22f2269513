package io.plantgate.ledger;

import java.sql.SQLException;
import java.time.YearMonth;
import java.util.List;
import java.util.Map;
import javax.sql.DataSource;

/** The retention for those outside of its package: a benchmark, and the process that is killed at it. */
public final class RetentionRun {

    private final Retention retention;

    private RetentionRun(Retention retention) {
        this.retention = retention;
    }

    public static RetentionRun keepingArrivals(DataSource dataSource, int months) {
        return new RetentionRun(new Retention(dataSource, new RetentionSettings(months, 0, 0)));
    }

    /** One run as the gateway makes one each hour; the months whose arrivals it dropped. */
    public List<YearMonth> run() throws SQLException {
        return retention.run().months();
    }

    /** Why months whose time is over are still there. */
    public Map<YearMonth, String> held() {
        return retention.held();
    }
}

package io.plantgate.bench;

import java.util.List;
import javax.sql.DataSource;
import org.apache.camel.ProducerTemplate;
import org.apache.camel.builder.RouteBuilder;
import org.apache.camel.impl.DefaultCamelContext;
import org.apache.camel.processor.idempotent.jdbc.JdbcMessageIdRepository;

/**
 * What a Camel user would otherwise take: the stock idempotent consumer with {@code JdbcMessageIdRepository} on the glued
 * key, then one SQL insert of the message. It keeps no duplicates, no decisions and no hashes.
 */
final class StockCamel implements Contender, AutoCloseable {

    private final DefaultCamelContext camel = new DefaultCamelContext();
    private final ProducerTemplate template;

    StockCamel(DataSource dataSource) throws Exception {
        camel.getRegistry().bind("dataSource", dataSource);
        JdbcMessageIdRepository repository = new JdbcMessageIdRepository(dataSource, "bench");
        camel.addRoutes(new RouteBuilder() {
            @Override
            public void configure() {
                from("direct:stock")
                        .idempotentConsumer(header("key"), repository)
                        .to(
                                "sql:insert into stock_event (k, raw) values (:#${header.key}, :#${body})?dataSource=#dataSource");
            }
        });
        camel.start();
        template = camel.createProducerTemplate();
    }

    @Override
    public String name() {
        return "stock Camel idempotentConsumer, insert";
    }

    @Override
    public void record(List<Message> messages) throws Exception {
        Threads.share(
                messages, message -> template.sendBodyAndHeader("direct:stock", message.raw(), "key", message.key()));
    }

    @Override
    public void close() {
        camel.stop();
    }
}

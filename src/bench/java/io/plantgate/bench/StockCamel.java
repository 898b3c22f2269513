package io.plantgate.bench;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
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

    private static final int THREADS = 16;

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
        return "stock Camel idempotentConsumer, " + THREADS + " threads";
    }

    @Override
    public void record(List<Message> messages) throws Exception {
        ExecutorService pool = Executors.newFixedThreadPool(THREADS);
        try {
            List<Future<?>> workers = new ArrayList<>();
            for (int i = 0; i < THREADS; i++) {
                int first = i;
                workers.add(pool.submit(() -> sendEvery(messages, first)));
            }
            for (Future<?> worker : workers) {
                worker.get();
            }
        } finally {
            pool.shutdown();
        }
    }

    private void sendEvery(List<Message> messages, int first) {
        for (int i = first; i < messages.size(); i += THREADS) {
            Message message = messages.get(i);
            template.sendBodyAndHeader(
                    "direct:stock",
                    message.raw(),
                    "key",
                    message.source() + "|" + message.transitionId() + "|" + message.bootId());
        }
    }

    @Override
    public void close() {
        camel.stop();
    }
}

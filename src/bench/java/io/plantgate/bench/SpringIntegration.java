package io.plantgate.bench;

import java.util.List;
import javax.sql.DataSource;
import org.springframework.aop.framework.ProxyFactory;
import org.springframework.integration.IntegrationMessageHeaderAccessor;
import org.springframework.integration.handler.advice.IdempotentReceiverInterceptor;
import org.springframework.integration.jdbc.metadata.JdbcMetadataStore;
import org.springframework.integration.selector.MetadataStoreSelector;
import org.springframework.integration.support.MessageBuilder;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.messaging.MessageHandler;

/**
 * What a user of Spring Integration would otherwise take: its idempotent receiver with {@code JdbcMetadataStore} in front of a
 * handler that inserts the message. It keeps no duplicates, no decisions and no hashes.
 */
final class SpringIntegration implements Contender {

    /** As the library's own script for PostgreSQL makes it. */
    static final String TABLE = """
            create table int_metadata_store (metadata_key varchar(255) not null, metadata_value varchar(4000),
                                             region varchar(100) not null, primary key (metadata_key, region))""";

    private final MessageHandler receiver;

    SpringIntegration(DataSource dataSource) {
        JdbcTemplate jdbc = new JdbcTemplate(dataSource);
        JdbcMetadataStore store = new JdbcMetadataStore(jdbc);
        store.afterPropertiesSet();
        ProxyFactory receivers = new ProxyFactory((MessageHandler) message -> {
            if (!message.getHeaders().containsKey(IntegrationMessageHeaderAccessor.DUPLICATE_MESSAGE)) {
                jdbc.update(
                        "insert into stock_event (k, raw) values (?, ?)",
                        message.getHeaders().get("key"),
                        message.getPayload());
            }
        });
        receivers.addAdvice(new IdempotentReceiverInterceptor(
                new MetadataStoreSelector(message -> message.getHeaders().get("key", String.class), store)));
        receiver = (MessageHandler) receivers.getProxy();
    }

    @Override
    public String name() {
        return "Spring Integration idempotent receiver, JdbcMetadataStore";
    }

    @Override
    public void record(List<Message> messages) throws Exception {
        Threads.share(
                messages,
                message -> receiver.handleMessage(MessageBuilder.withPayload(message.raw())
                        .setHeader("key", message.key())
                        .build()));
    }
}

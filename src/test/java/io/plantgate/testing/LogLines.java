package io.plantgate.testing;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.classic.spi.IThrowableProxy;
import ch.qos.logback.classic.spi.ThrowableProxyUtil;
import ch.qos.logback.core.AppenderBase;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Stream;
import org.slf4j.LoggerFactory;

/**
 * What the whole process logs while a test looks: level, message and stack trace, as people would read it; of Plantgate
 * itself INFO as well.
 */
public final class LogLines implements AutoCloseable {

    private final List<ILoggingEvent> events = new CopyOnWriteArrayList<>();
    private final Logger root;
    private final Logger plantgate;
    private final Level levelBefore;
    private final AppenderBase<ILoggingEvent> appender = new AppenderBase<>() {
        @Override
        protected void append(ILoggingEvent event) {
            events.add(event);
        }
    };

    public LogLines() {
        LoggerContext context = (LoggerContext) LoggerFactory.getILoggerFactory();
        root = context.getLogger(Logger.ROOT_LOGGER_NAME);
        appender.setContext(context);
        appender.start();
        root.addAppender(appender);
        plantgate = context.getLogger("io.plantgate");
        levelBefore = plantgate.getLevel();
        plantgate.setLevel(Level.INFO);
    }

    /** Lines that hold all of these texts; other tests' threads may be speaking as well. */
    public List<String> with(String... texts) {
        return events.stream()
                .map(LogLines::text)
                .filter(line -> Stream.of(texts).allMatch(line::contains))
                .toList();
    }

    private static String text(ILoggingEvent event) {
        IThrowableProxy thrown = event.getThrowableProxy();
        return event.getLevel() + " " + event.getLoggerName() + ": " + event.getFormattedMessage()
                + (thrown == null ? "" : "\n" + ThrowableProxyUtil.asString(thrown));
    }

    @Override
    public void close() {
        plantgate.setLevel(levelBefore);
        root.detachAppender(appender);
        appender.stop();
    }
}

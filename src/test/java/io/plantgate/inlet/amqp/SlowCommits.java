package io.plantgate.inlet.amqp;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** A connection whose commits take as long as its store says. */
final class SlowCommits {

    private SlowCommits() {}

    static Connection of(Connection real, AmqpContract.FaultyStore store) {
        return (Connection) Proxy.newProxyInstance(
                SlowCommits.class.getClassLoader(), new Class<?>[] {Connection.class}, (proxy, method, arguments) -> {
                    if (method.getName().equals("commit") && store.commitMillis > 0) {
                        new CountDownLatch(1).await(store.commitMillis, TimeUnit.MILLISECONDS);
                    }
                    try {
                        return method.invoke(real, arguments);
                    } catch (InvocationTargetException e) {
                        throw e.getCause();
                    }
                });
    }
}

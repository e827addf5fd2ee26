package dev.cairn.persistence.redis;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;

import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.redis.client.Redis;
import io.vertx.redis.client.RedisConnection;

/** A client that counts how often a connection is asked for, and passes answers on later than they came. */
final class WatchedClient {

    private final Redis client;
    private final Vertx vertx;
    private final AtomicLong connected = new AtomicLong();
    private volatile Duration delay = Duration.ZERO;

    WatchedClient(Redis client, Vertx vertx) {
        this.client = client;
        this.vertx = vertx;
    }

    /** The client for a store. */
    Redis redis() {
        return proxy(Redis.class, (proxy, method, arguments) -> {
            Object result = call(client, method, arguments);
            if (!method.getName().equals("connect")) {
                return result;
            }
            connected.incrementAndGet();
            return ((Future<?>) result).map(found -> watched((RedisConnection) found));
        });
    }

    /** Minimum duration of an answer from now on. */
    void delay(Duration newDelay) {
        delay = newDelay;
    }

    /** Number of requests for a connection: one for each round trip. */
    long connected() {
        return connected.get();
    }

    private RedisConnection watched(RedisConnection connection) {
        return proxy(RedisConnection.class, (proxy, method, arguments) -> {
            Object result = call(connection, method, arguments);
            return method.getName().equals("batch") ? late((Future<?>) result) : result;
        });
    }

    private <T> Future<T> late(Future<T> answer) {
        if (delay.isZero()) {
            return answer;
        }
        Promise<T> later = Promise.promise();
        vertx.setTimer(delay.toMillis(), id -> answer.onComplete(later));
        return later.future();
    }

    private static Object call(Object target, Method method, Object[] arguments) throws Throwable {
        try {
            return method.invoke(target, arguments);
        } catch (InvocationTargetException e) {
            throw e.getCause();
        }
    }

    private static <T> T proxy(Class<T> type, InvocationHandler handler) {
        return type.cast(Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] { type }, handler));
    }
}

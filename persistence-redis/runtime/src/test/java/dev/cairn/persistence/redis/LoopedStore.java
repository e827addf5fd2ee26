package dev.cairn.persistence.redis;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;

import dev.cairn.spi.InstanceStore;
import dev.cairn.spi.NodeMessages;
import io.smallrye.mutiny.Uni;
import io.vertx.core.Vertx;
import io.vertx.core.impl.VertxInternal;

/** A store that is asked from event loops, each in turn, as the engine does. */
final class LoopedStore {

    private LoopedStore() {}

    static InstanceStore of(InstanceStore store, Vertx vertx) {
        return looped(InstanceStore.class, store, vertx);
    }

    private static <T> T looped(Class<T> type, T target, Vertx vertx) {
        return type.cast(Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] { type }, (proxy, method, arguments) -> {
            Object result = call(target, method, arguments);
            if (result instanceof Uni<?> answer) {
                Executor loop = ((VertxInternal) vertx).getEventLoopGroup().next();
                return subscribedOn(answer, loop);
            }
            return result instanceof Optional<?> some && some.isPresent() && some.get() instanceof NodeMessages messages
                    ? Optional.of(looped(NodeMessages.class, messages, vertx))
                    : result;
        }));
    }

    /** Subscribed when the call that subscribes returns: what is called after it comes after it. */
    private static <T> Uni<T> subscribedOn(Uni<T> answer, Executor loop) {
        return Uni.createFrom().emitter(emitter -> CompletableFuture
                .runAsync(() -> answer.subscribe().with(emitter::complete, emitter::fail), loop).join());
    }

    private static Object call(Object target, Method method, Object[] arguments) {
        try {
            return method.invoke(target, arguments);
        } catch (InvocationTargetException e) {
            throw e.getCause() instanceof RuntimeException cause ? cause : new IllegalStateException(e);
        } catch (IllegalAccessException e) {
            throw new IllegalStateException(e);
        }
    }
}

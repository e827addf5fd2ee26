package dev.cairn.persistence.redis.deployment;

import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

import dev.cairn.spi.InstanceStore;
import io.netty.util.concurrent.EventExecutor;
import io.vertx.core.Vertx;
import io.vertx.core.impl.VertxInternal;

/** The threads that asked a store, which are the event loops, and those that were told the answers. */
record RedisAnswers(Set<Thread> asked, Set<Thread> answered) {

    private static final int PATIENCE_SECONDS = 30;

    /** Asks from each event loop. */
    static RedisAnswers of(InstanceStore store, Vertx vertx) throws Exception {
        RedisAnswers answers = new RedisAnswers(new HashSet<>(), new HashSet<>());
        for (EventExecutor loop : ((VertxInternal) vertx).getEventLoopGroup()) {
            CompletableFuture<Thread> asked = new CompletableFuture<>();
            CompletableFuture<Thread> answered = new CompletableFuture<>();
            loop.execute(() -> {
                asked.complete(Thread.currentThread());
                store.row("a").subscribe().with(row -> answered.complete(Thread.currentThread()),
                        answered::completeExceptionally);
            });
            answers.asked.add(asked.get(PATIENCE_SECONDS, TimeUnit.SECONDS));
            answers.answered.add(answered.get(PATIENCE_SECONDS, TimeUnit.SECONDS));
        }
        return answers;
    }
}

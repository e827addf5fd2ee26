package dev.cairn.driver;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.function.Supplier;

import org.junit.jupiter.api.Test;

import dev.cairn.api.CairnException;
import dev.cairn.executor.Happening.Ended;
import dev.cairn.spi.StoreException;
import dev.cairn.testkit.ForwardingStore;
import dev.cairn.testkit.MemoryStore;
import io.smallrye.mutiny.Uni;
import io.smallrye.mutiny.helpers.test.UniAssertSubscriber;

/** Instances that stand still because they cannot go on, and who asks for them. */
class ParkedTest {

    private static final String TWO_CALLS = """
            do:
              - first: {call: ask, with: {question: 1}}
              - second: {call: ask, with: {question: 2}}
            """;

    @Test
    void whoWaitsWhileAStartWithTheSameKeyIsRefusedIsTold() {
        EngineFixture fixture = new EngineFixture().workflow(TWO_CALLS).start();
        fixture.begin("{}", "key");
        fixture.threads.runAll();
        MemoryStore.Session session = fixture.store.open();
        fixture.start(new Unreadable(session));
        session.hold();
        UniAssertSubscriber<Start> again = fixture.begin("{}", "key");
        fixture.threads.runAll();
        UniAssertSubscriber<Ended> outcome = fixture.outcome(fixture.store.all().get(0).row().id());
        outcome.assertNotTerminated();
        session.release();
        fixture.threads.runAll();
        assertThat(again.assertCompleted().getItem().created()).isFalse();
        outcome.assertFailedWith(CairnException.class, "CAIRN-0415");
    }

    /** Cannot read what is to be taken up. */
    private static final class Unreadable extends ForwardingStore {
        private boolean unreadable = true;

        Unreadable(MemoryStore.Session real) {
            super(real);
        }

        @Override
        protected <T> Uni<T> call(String name, Supplier<Uni<T>> forward) {
            return unreadable && name.equals("loadAll")
                    ? Uni.createFrom().failure(new StoreException("damaged", true, null))
                    : forward.get();
        }
    }
}

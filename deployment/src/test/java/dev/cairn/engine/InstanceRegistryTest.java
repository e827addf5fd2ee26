package dev.cairn.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

import org.junit.jupiter.api.Test;

import dev.cairn.api.CairnException;
import dev.cairn.api.SearchKeys;
import dev.cairn.engine.instance.DurableStartResult;
import dev.cairn.engine.instance.EndedInstanceCache;
import dev.cairn.engine.instance.InstanceActorReference;
import dev.cairn.engine.instance.InstanceRegistry;
import dev.cairn.engine.instance.StartMetadata;
import dev.cairn.engine.observer.LiveChangeNotifier;
import dev.cairn.executor.JournalEvent;
import dev.cairn.executor.JournalEvent.Ended;
import dev.cairn.testkit.ForwardingStore;
import dev.cairn.value.JsonCodec;
import dev.cairn.value.JsonPayload;
import io.smallrye.mutiny.Uni;
import io.smallrye.mutiny.helpers.test.UniAssertSubscriber;

/** Several objects may stand for an instance, one after another: the last is the one in the table. */
class InstanceRegistryTest {

    private static final IllegalStateException BROKEN = new IllegalStateException("broken");

    private final EngineFixture fixture = new EngineFixture().workflow("do: [{only: {call: ask, with: {question: 1}}}]")
            .start();
    private final InstanceRegistry table = new InstanceRegistry(fixture.engine.context(), fixture.session,
            new EndedInstanceCache(10, 1_000), new LiveChangeNotifier());
    private final InstanceActorReference first = instance();
    private final InstanceActorReference second = instance();
    private final List<Throwable> told = new ArrayList<>();

    private InstanceActorReference instance() {
        return fixture.engine.factory().create("i", fixture.installed(), new JournalEvent.Started("test:case", "1.0.0",
                fixture.program().shape(), EngineFixture.NOON, JsonPayload.of(JsonCodec.read("{}"))),
                StartMetadata.of(SearchKeys.NONE));
    }

    @Test
    void whatCannotGoOnStandsStillAndWhoWaitsForItIsTold() {
        table.add(first);
        UniAssertSubscriber<Ended> outcome = outcome();
        table.park(first, first.view(), null, BROKEN);
        assertThat(table.live("i")).isNull();
        assertThat(table.isParked("i")).isTrue();
        outcome.assertFailedWith(CairnException.class, "CAIRN-0415");
    }

    @Test
    void anObjectThatCannotGoOnLeavesItsSuccessorAlone() {
        table.add(second);
        UniAssertSubscriber<Ended> outcome = outcome();
        table.park(first, first.view(), null, BROKEN);
        assertThat(table.live("i")).isSameAs(second);
        assertThat(table.isParked("i")).isFalse();
        outcome.assertNotTerminated();
    }

    @Test
    void anObjectThatHasLeftTheMemoryDoesNotStandStill() {
        table.park(first, first.view(), null, BROKEN);
        assertThat(table.isParked("i")).isFalse();
    }

    @Test
    void whatCannotBeLoadedStandsStillUnlessItIsInMemory() {
        table.park(null, first.view(), null, BROKEN);
        assertThat(table.isParked("i")).isTrue();
        table.unpark("i");
        table.add(second);
        table.park(null, first.view(), null, BROKEN);
        assertThat(table.live("i")).isSameAs(second);
        assertThat(table.isParked("i")).isFalse();
    }

    @Test
    void aListenerThatLeavesIsNotTold() {
        table.add(first);
        Runnable leave = table.outcome(started("i"), this::tell);
        UniAssertSubscriber<Ended> other = outcome();
        leave.run();
        table.park(first, first.view(), null, BROKEN);
        other.assertFailedWith(CairnException.class, "CAIRN-0415");
        assertThat(told).isEmpty();
    }

    @Test
    void aListenerIsToldOnceThatThereIsNoInstance() {
        table.outcome(started("unknown"), this::tell).run();
        assertThat(told).singleElement().isInstanceOf(CairnException.class);
    }

    /** Callers subscribe later, and from places that cannot take an exception. */
    @Test
    void inputsAreComparedWhenSomebodySubscribes() {
        List<String> asked = new ArrayList<>();
        ForwardingStore store = new ForwardingStore(fixture.store.open()) {
            @Override
            protected <T> Uni<T> call(String name, Supplier<Uni<T>> forward) {
                if (name.equals("load")) {
                    asked.add(name);
                    throw BROKEN;
                }
                return forward.get();
            }
        };
        fixture.start(store);
        InstanceRegistry asking = new InstanceRegistry(fixture.engine.context(), store, new EndedInstanceCache(10, 1_000),
                new LiveChangeNotifier());
        Uni<DurableStartResult> compared = asking.sameInput(started("unknown"), JsonPayload.of(JsonCodec.read("{}")));
        assertThat(asked).isEmpty();
        compared.subscribe().withSubscriber(UniAssertSubscriber.create()).assertFailedWith(CairnException.class, "CAIRN-");
        assertThat(asked).hasSize(1);
    }

    private void tell(Ended ended, Throwable failure) {
        told.add(failure);
    }

    private static DurableStartResult started(String id) {
        return new DurableStartResult(id, true, null);
    }

    private UniAssertSubscriber<Ended> outcome() {
        return table.outcome("i").subscribe().withSubscriber(UniAssertSubscriber.create());
    }
}

package dev.cairn.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;

import org.junit.jupiter.api.Test;

import dev.cairn.api.CairnException;
import dev.cairn.api.SearchKeys;
import dev.cairn.engine.instance.CommandRejections;
import dev.cairn.engine.instance.InstanceActorReference;
import dev.cairn.engine.instance.StartMetadata;
import dev.cairn.engine.recovery.LoadWaiterRegistry;
import dev.cairn.engine.recovery.LoadWaiterRegistry.ArrivalListener;
import dev.cairn.executor.JournalEvent;
import dev.cairn.value.JsonCodec;
import dev.cairn.value.JsonPayload;

/** Commands wait for instances: each is told once whether its instance has arrived. */
class LoadWaiterRegistryTest {

    private static final CairnException PARKED = CommandRejections.parked("i");

    private final EngineFixture fixture = new EngineFixture().workflow("do: [{only: {call: ask, with: {question: 1}}}]")
            .start();
    private final List<String> asked = new ArrayList<>();
    private final List<String> told = new ArrayList<>();
    private final LoadWaiterRegistry arrivals = new LoadWaiterRegistry(id -> {
        asked.add(id);
        return id.equals("parked") ? PARKED : null;
    });

    private ArrivalListener listener(String name) {
        return new ArrivalListener() {
            @Override
            public void arrived(InstanceActorReference instance) {
                told.add(name + " arrived " + instance.id());
            }

            @Override
            public void missed(CairnException standsStill) {
                told.add(name + " missed " + (standsStill == PARKED));
            }
        };
    }

    private InstanceActorReference instance(String id) {
        return fixture.engine.factory().create(id, fixture.installed(), new JournalEvent.Started("test:case", "1.0.0",
                fixture.program().shape(), EngineFixture.NOON, JsonPayload.of(JsonCodec.read("{}"))),
                StartMetadata.of(SearchKeys.NONE));
    }

    @Test
    void allCommandsOfAnInstanceAreToldOnceInTheirOrder() {
        arrivals.add("i", listener("first"));
        arrivals.add("i", listener("second"));
        arrivals.add("other", listener("third"));
        assertThat(arrivals.isAwaited("i")).isTrue();
        arrivals.arrived(instance("i"));
        arrivals.arrived(instance("i"));
        arrivals.missed("i");
        assertThat(told).containsExactly("first arrived i", "second arrived i");
        assertThat(arrivals.isAwaited("i")).isFalse();
        assertThat(arrivals.isAwaited("other")).isTrue();
    }

    @Test
    void commandsOfAParkedInstanceGetTheReasonWhichIsReadOnce() {
        arrivals.add("parked", listener("first"));
        arrivals.add("parked", listener("second"));
        arrivals.missed("parked");
        assertThat(told).containsExactly("first missed true", "second missed true");
        assertThat(asked).containsExactly("parked");
    }

    @Test
    void anInstanceThatNoCommandWaitsForIsNotLookedAt() {
        arrivals.missed("parked");
        arrivals.arrived(instance("i"));
        assertThat(asked).isEmpty();
        assertThat(told).isEmpty();
    }
}

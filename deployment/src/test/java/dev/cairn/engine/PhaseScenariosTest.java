package dev.cairn.engine;

import static dev.cairn.engine.instance.phase.LoadedInstancePhase.ASSURING;
import static dev.cairn.engine.instance.phase.LoadedInstancePhase.ENDING;
import static dev.cairn.engine.instance.phase.LoadedInstancePhase.LEAVING;
import static dev.cairn.engine.instance.phase.LoadedInstancePhase.LEFT;
import static dev.cairn.engine.instance.phase.LoadedInstancePhase.PARKED;
import static dev.cairn.engine.instance.phase.LoadedInstancePhase.RELEASED;
import static dev.cairn.engine.instance.phase.LoadedInstancePhase.RUNNING;
import static dev.cairn.engine.instance.phase.LoadedInstancePhase.WRITING;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.logging.Level;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import dev.cairn.engine.ClusterFixture.NodeUnderTest;
import dev.cairn.engine.instance.InstanceActorReference;
import dev.cairn.engine.instance.phase.LoadedInstancePhase;
import dev.cairn.engine.port.OperatorCommandKind;
import dev.cairn.spi.InstanceStore;
import dev.cairn.spi.StoreException;
import dev.cairn.testkit.ForwardingStore;
import dev.cairn.value.JsonCodec;
import dev.cairn.value.JsonPayload;
import io.smallrye.mutiny.Uni;

/** Takes each declared transition of an instance with an engine, and no other. */
class PhaseScenariosTest {

    private static final String CALL = "{ask: {call: ping}}";
    private static final String LONG_WAIT = "{nap: {wait: {minutes: 30}}}";

    /** A way of an instance through its phases. All but those of a lease begin with an instance that listens. */
    enum Scenario {
        ENDS(test -> test.listen("").event(), RUNNING, WRITING, RUNNING, ENDING, LEFT),
        ENDS_RELEASED(test -> test.listen("").hold().event().letGo(), RUNNING, WRITING, RUNNING, ENDING, RELEASED),
        ENDS_PARKED(test -> test.listen("").refuseWrites().event(), RUNNING, WRITING, RUNNING, ENDING, PARKED),
        NAPS(test -> test.listen(LONG_WAIT).event(), RUNNING, WRITING, RUNNING, LEAVING, LEFT),
        NAPS_RELEASED(test -> test.listen(LONG_WAIT).hold().event().letGo(), RUNNING, WRITING, RUNNING, LEAVING, RELEASED),
        NAPS_PARKED(test -> test.listen(LONG_WAIT).refuseWrites().event(), RUNNING, WRITING, RUNNING, LEAVING, PARKED),
        CALLS(test -> test.listen(CALL).event(), RUNNING, WRITING, RUNNING, WRITING, RUNNING),
        CALLS_FENCED(test -> test.listen(CALL).takeOver().event(), RUNNING, WRITING, RUNNING, WRITING, LEFT),
        CALLS_RELEASED(test -> test.listen(CALL).hold().event().letGo(), RUNNING, WRITING, RUNNING, WRITING, RELEASED),
        CALLS_PARKED(test -> test.listen(CALL).refuseWrites().event(), RUNNING, WRITING, RUNNING, WRITING, PARKED),
        WITHDRAWN(test -> test.listen(CALL).with(InstanceActorReference::withdraw), RUNNING, WRITING, RUNNING, LEFT),
        RELEASED_AT_REST(test -> test.listen(CALL).letGo(), RUNNING, WRITING, RUNNING, RELEASED),
        MISTAKEN(test -> test.listen(CALL).mistake(), RUNNING, WRITING, RUNNING, PARKED),
        ASSURED(test -> test.leaseGap().heartbeat(), RUNNING, WRITING, RUNNING, WRITING, RUNNING, ASSURING, RUNNING),
        ASSURED_IN_VAIN(test -> test.leaseGap().takeOver().answer("row", Uni.createFrom().nothing()).heartbeat(), RUNNING,
                WRITING, RUNNING, WRITING, RUNNING, ASSURING,
                LEFT),
        ASSURING_RELEASED(test -> test.leaseGap().takeOver().answer("load", Uni.createFrom().nothing()).heartbeat(), RUNNING,
                WRITING,
                RUNNING, WRITING, RUNNING, ASSURING, RELEASED),
        ASSURING_PARKED(test -> test.leaseGap().answer("load", Uni.createFrom().failure(gone())).heartbeat(), RUNNING, WRITING,
                RUNNING,
                WRITING, RUNNING, ASSURING, PARKED);

        private final Consumer<PhaseScenariosTest> script;
        private final List<LoadedInstancePhase> way;

        Scenario(Consumer<PhaseScenariosTest> script, LoadedInstancePhase... way) {
            this.script = script;
            this.way = List.of(way);
        }
    }

    @RegisterExtension
    final PhaseRecorder phases = new PhaseRecorder();
    @RegisterExtension
    final EngineLog log = new EngineLog(Level.WARNING);

    private final EngineFixture fixture = new EngineFixture();
    private final ClusterFixture cluster = new ClusterFixture(
            "do: [{first: {call: ask, with: {question: 1}}}, {second: {call: ask, with: {question: 2}}}]");
    private PlantedStore plantedStore;
    private InstanceActorReference instance;
    private String id;

    @ParameterizedTest
    @EnumSource
    void anInstanceGoesItsWay(Scenario scenario) {
        scenario.script.accept(this);
        assertThat(phases.way()).isEqualTo(scenario.way);
    }

    @Test
    void theScenariosTakeEachDeclaredTransition() {
        Set<String> taken = new TreeSet<>();
        for (Scenario scenario : Scenario.values()) {
            for (int i = 1; i < scenario.way.size(); i++) {
                taken.add(scenario.way.get(i - 1) + " " + scenario.way.get(i));
            }
        }
        assertThat(taken).isEqualTo(declared());
    }

    private static Set<String> declared() {
        Set<String> declared = new TreeSet<>();
        Arrays.stream(LoadedInstancePhase.values())
                .forEach(from -> from.successors().forEach(next -> declared.add(from + " " + next)));
        return declared;
    }

    @Test
    void anUndeclaredTransitionParksTheInstanceAndLosesNothing() {
        listen("").with(found -> found.whenWritten(() -> phases.first().to(RUNNING)));
        assertThat(phases.way()).containsExactly(RUNNING, WRITING, RUNNING, RUNNING, PARKED);
        assertThat(log.said()).singleElement().asString().startsWith("CAIRN-0423").contains(
                "CAIRN-0492: Refused a change of phase [instance=" + id + ", from=RUNNING, to=RUNNING]");

        fixture.engine.command(id, OperatorCommandKind.RESUME).subscribe().with(done -> {});
        fixture.threads.runAll();
        event();
        assertThat(fixture.output(id)).isEqualTo("[null]");
    }

    /** The table of instances parks none that is no longer in it, so no other message tells. */
    @Test
    void anUndeclaredTransitionOfAnInstanceThatIsGoneIsLogged() {
        listen(LONG_WAIT).event().with(found -> found.whenWritten(() -> phases.first().to(WRITING)));
        assertThat(phases.way()).containsExactly(RUNNING, WRITING, RUNNING, LEAVING, LEFT, WRITING);
        assertThat(phases.first().current()).isEqualTo(LEFT);
        assertThat(log.said()).singleElement().asString()
                .startsWith("CAIRN-0492: Refused a change of phase [instance=" + id + ", from=LEFT, to=WRITING]");
    }

    private PhaseScenariosTest listen(String next) {
        fixture.workflow("do: [{paid: {listen: {to: {one: {with: {type: paid}}}}}}" + (next.isEmpty() ? "" : ", ") + next + "]")
                .start();
        id = fixture.begin("{}").instanceId();
        instance = (InstanceActorReference) fixture.engine.events().listeners().find("paid").iterator().next();
        return this;
    }

    private PhaseScenariosTest event() {
        fixture.engine.events().local().deliver(JsonPayload.of(JsonCodec.read("{\"type\":\"paid\"}")));
        fixture.threads.runAll();
        return this;
    }

    private PhaseScenariosTest hold() {
        fixture.session.hold();
        return this;
    }

    private PhaseScenariosTest refuseWrites() {
        fixture.session.fail(gone(), false);
        return this;
    }

    private static StoreException gone() {
        return new StoreException("the disk is gone", true, null);
    }

    private void letGo() {
        with(InstanceActorReference::letGo);
    }

    private void mistake() {
        with(found -> found.whenWritten(() -> {
            throw new IllegalArgumentException("planted");
        }));
    }

    private PhaseScenariosTest with(Consumer<InstanceActorReference> action) {
        action.accept(instance);
        fixture.threads.runAll();
        return this;
    }

    private PhaseScenariosTest takeOver() {
        (plantedStore == null ? fixture.store : cluster.store).takeOver(id, "other");
        return this;
    }

    /** The first call is answered while the node has no lease, so the second is not made. */
    private PhaseScenariosTest leaseGap() {
        NodeUnderTest node = cluster.node("a", 0, session -> plantedStore = new PlantedStore(session));
        cluster.world = call -> cluster.answerAfter(12_000);
        id = node.start("{}");
        answer("heartbeat", Uni.createFrom().failure(new StoreException("silent", false, null)));
        cluster.advance(13_000);
        return this;
    }

    /** From now on the store gives this answer when a method is called. */
    private PhaseScenariosTest answer(String method, Uni<?> planted) {
        plantedStore.planted.put(method, planted);
        return this;
    }

    private void heartbeat() {
        plantedStore.planted.remove("heartbeat");
        cluster.advance(1_000);
    }

    /** A store with planted answers, by method. */
    private static final class PlantedStore extends ForwardingStore {

        private final Map<String, Uni<?>> planted = new HashMap<>();

        PlantedStore(InstanceStore real) {
            super(real);
        }

        @Override
        @SuppressWarnings("unchecked")
        protected <T> Uni<T> call(String name, Supplier<Uni<T>> forward) {
            Uni<?> answer = planted.get(name);
            return answer == null ? forward.get() : (Uni<T>) answer;
        }
    }
}

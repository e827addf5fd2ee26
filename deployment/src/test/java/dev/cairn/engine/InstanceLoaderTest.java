package dev.cairn.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Supplier;

import org.junit.jupiter.api.Test;

import dev.cairn.api.CairnException;
import dev.cairn.api.EventBus.PublishResult;
import dev.cairn.engine.concurrent.Promise;
import dev.cairn.engine.event.kept.EventReach;
import dev.cairn.engine.node.StoreBackoff;
import dev.cairn.engine.port.EffectCall;
import dev.cairn.engine.port.EngineThreads;
import dev.cairn.engine.port.EventLoopExecutor;
import dev.cairn.engine.port.OperatorCommandKind;
import dev.cairn.spi.Claim;
import dev.cairn.spi.InstancePage;
import dev.cairn.spi.InstanceStore;
import dev.cairn.spi.StoreException;
import dev.cairn.spi.StoredInstance;
import dev.cairn.testkit.ForwardingStore;
import dev.cairn.value.JsonCodec;
import dev.cairn.value.JsonPayload;
import io.smallrye.mutiny.Uni;
import io.smallrye.mutiny.helpers.test.UniAssertSubscriber;

/** Instances come back into memory after a crash. */
class InstanceLoaderTest {

    private static final int COUNT = 1_500;
    /** More than the permits of the loader. */
    private static final int UNREADABLE = 300;

    private final EngineFixture fixture = new EngineFixture().workflow("""
            do:
              - only: {call: ask, with: {question: 1}}
            """).start();

    private List<String> crashWith(int count) {
        List<String> ids = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            ids.add(fixture.begin("{}").instanceId());
        }
        fixture.calls.clear();
        return ids;
    }

    @Test
    void allAreTakenUpOnceAndReadManyAtATime() {
        List<String> ids = crashWith(COUNT);
        Watched watched = new Watched(fixture.store.open());
        fixture.start(watched);
        assertThat(fixture.calls).extracting(EffectCall::instanceId).containsExactlyInAnyOrderElementsOf(ids);
        assertThat(watched.most).isBetween(2, 64);
        assertThat(watched.loads).isLessThan(COUNT / 10);
    }

    @Test
    void oneThatIsDamagedKeepsNoOtherFromGoingOn() {
        List<String> ids = crashWith(100);
        Watched watched = new Watched(fixture.store.open());
        watched.damaged.add(ids.get(70));
        fixture.start(watched);
        assertThat(fixture.calls).hasSize(99).extracting(EffectCall::instanceId).doesNotContain(ids.get(70));
        fixture.outcome(ids.get(70)).assertFailedWith(CairnException.class, "damaged");
    }

    @Test
    void oneThatCannotBeReadNowKeepsNoOtherFromGoingOn() {
        List<String> ids = crashWith(100);
        Watched watched = new Watched(fixture.store.open());
        watched.silent.add(ids.get(70));
        fixture.start(watched);
        assertOthersGoOn(ids, watched.silent, 1_000);
    }

    /** More than the loader takes at once: in all places there would be instances that wait to be tried again. */
    @Test
    void manyThatCannotBeReadNowKeepNoOtherFromGoingOn() {
        List<String> ids = crashWith(UNREADABLE + 100);
        Watched watched = new Watched(fixture.store.open());
        watched.silent.addAll(ids.subList(0, UNREADABLE));
        fixture.start(watched);
        assertOthersGoOn(ids, watched.silent, 120_000);
    }

    /**
     * Instances that cannot be read now keep no other from going on, and go on themselves once they can be read.
     *
     * @param unreadable the ids that the store refuses; cleared
     * @param millis after this time the others have gone on, and later the unreadable ones
     */
    private void assertOthersGoOn(List<String> ids, Set<String> unreadable, long millis) {
        fixture.advance(millis);
        List<String> others = ids.stream().filter(id -> !unreadable.contains(id)).toList();
        assertThat(fixture.calls).extracting(EffectCall::instanceId).containsExactlyInAnyOrderElementsOf(others);
        unreadable.clear();
        fixture.advance(millis);
        assertThat(fixture.calls).extracting(EffectCall::instanceId).containsExactlyInAnyOrderElementsOf(ids);
    }

    /** The first instances are expected to be large, so that one of them would take all the room for loading. */
    @Test
    void oneThatCannotBeReadNowHoldsNoRoomWhileItWaits() {
        List<String> ids = crashWith(100);
        Watched watched = new Watched(fixture.store.open());
        watched.silentLoad = 3;
        fixture.start(watched);
        assertOthersGoOn(ids, watched.silent, 1_000);
    }

    @Test
    void aJournalFromBeforeTheClaimIsReadAgain() {
        List<String> ids = crashWith(3);
        Watched watched = new Watched(fixture.store.open());
        watched.lagging = true;
        fixture.start(watched);
        fixture.advance(1_000);
        assertThat(fixture.calls).isEmpty();
        watched.lagging = false;
        fixture.advance(1_000);
        assertThat(fixture.calls).extracting(EffectCall::instanceId).containsExactlyInAnyOrderElementsOf(ids);
    }

    /** As an instance that cannot be read. */
    @Test
    void oneFromBeforeTheClaimHoldsNoRoomWhileItWaits() {
        List<String> ids = crashWith(100);
        Watched watched = new Watched(fixture.store.open());
        watched.laggingLoad = 3;
        fixture.start(watched);
        assertOthersGoOn(ids, watched.laggards, 1_000);
    }

    @Test
    void aStoreThatIsDownIsNotAskedForEachInstance() {
        crashWith(100);
        Watched watched = new Watched(fixture.store.open());
        watched.down = true;
        fixture.start(watched);
        assertThat(watched.loads).isLessThanOrEqualTo(2);
        fixture.advance(10_000);
        assertThat(watched.loads).isLessThanOrEqualTo(2 + 4 * 20);
    }

    /** The answer to a claim may be late. */
    @Test
    void whatAnotherNodeHasClaimedSinceIsLeftToIt() {
        crashWith(3);
        Watched watched = new Watched(fixture.store.open());
        watched.elsewhere = true;
        fixture.start(watched);
        fixture.advance(1_000);
        assertThat(watched.asked).contains("loadAll", "claim");
        assertThat(fixture.calls).isEmpty();
    }

    @Test
    void whatCannotBeLoadedNowIsLoadedWhenTheStoreAnswers() {
        List<String> ids = crashWith(100);
        Watched watched = new Watched(fixture.store.open());
        watched.down = true;
        fixture.start(watched);
        assertThat(fixture.calls).isEmpty();
        assertThat(fixture.engine.trouble()).contains("loads");
        watched.down = false;
        fixture.advance(1_000);
        assertThat(fixture.engine.trouble()).isEmpty();
        assertThat(fixture.calls).extracting(EffectCall::instanceId).containsExactlyInAnyOrderElementsOf(ids);
    }

    /** The publisher cannot know if one of those instances takes the event. */
    @Test
    void whoPublishesIsToldThatWhatAnEarlierLifeLeftCannotBeClaimed() {
        crashWith(1);
        Watched watched = new Watched(fixture.store.open());
        watched.broken = "claim";
        fixture.start(watched);
        assertNotTakenBeforeARestart();
    }

    /** They may be among those that the store gave in an answer that was lost. */
    @Test
    void whoPublishesIsToldThatWhatAnEarlierLifeLeftCannotBeFound() {
        crashWith(1);
        Watched watched = new Watched(fixture.store.open());
        watched.losses = 1;
        watched.broken = "findOwned";
        fixture.start(watched);
        fixture.advance(1_000);
        assertNotTakenBeforeARestart();
    }

    private void assertNotTakenBeforeARestart() {
        UniAssertSubscriber<PublishResult> published = fixture.engine.events().publish(JsonCodec.read("{\"type\":\"paid\"}"))
                .subscribe()
                .withSubscriber(UniAssertSubscriber.create());
        fixture.threads.runAll();
        published.assertFailedWith(CairnException.class, "CAIRN-0451");
        assertThat(published.getFailure()).hasMessageContaining("Restart the application");
    }

    /** The listeners are never known in this life: retries would be without end. */
    @Test
    void listenersAreNotToldOfInstancesIfWhatAnEarlierLifeLeftCannotBeClaimed() {
        fixture.workflow("do: [{ended: {listen: {to: {one: {with: {type: io.serverlessworkflow.workflow.completed.v1}}}}}}]")
                .alsoWorkflow("""
                        document: {dsl: 1.0.3, namespace: test, name: other, version: 1.0.0}
                        do: [{ask: {call: ping}}]
                        """);
        List<Long> delays = new ArrayList<>();
        fixture.seenTimers = (delay, action) -> {
            delays.add(delay);
            return fixture.time.after(delay, action);
        };
        Watched watched = new Watched(fixture.store.open());
        watched.broken = "claim";
        fixture.start(watched);
        fixture.begin("{}");
        fixture.engine.start(fixture.engine.programs().find("other", null), JsonPayload.of(JsonCodec.read("{}")), null)
                .subscribe()
                .withSubscriber(UniAssertSubscriber.create());
        fixture.threads.runAll();
        fixture.answer("/do/0/ask", "1");
        fixture.advance(1_000);
        assertThat(delays).isNotEmpty().doesNotContain(StoreBackoff.FIRST_MILLIS);
    }

    @Test
    void whatAnAnswerThatWasLostGaveIsLookedForFromWhereTheLookEndedAndBetweenClaims() {
        List<String> ids = crashWith(COUNT);
        Watched watched = new Watched(fixture.store.open());
        watched.losses = 1;
        watched.pagesBeforeFailure = 1;
        fixture.start(watched);
        fixture.advance(1_000);
        assertThat(watched.searches).hasSize(3).doesNotHaveDuplicates();
        assertThat(String.join(" ", watched.asked)).contains("findOwned").doesNotContain("findOwned findOwned");
        assertThat(fixture.calls).extracting(EffectCall::instanceId).containsExactlyInAnyOrderElementsOf(ids);
    }

    /** Afterwards only its turns say what it listens for. */
    @Test
    void eventsFindAnInstanceBeforeItHasATurn() {
        fixture.workflow("do: [{paid: {listen: {to: {one: {with: {type: paid}}}}}}]").start();
        String id = fixture.begin("{}").instanceId();
        List<Boolean> found = new ArrayList<>();
        beforeEachTurn(() -> found.add(!fixture.engine.events().listeners().find("paid").isEmpty()));
        fixture.session = fixture.store.open();
        fixture.restart();
        UniAssertSubscriber<Void> suspended = new OperationsFixture(fixture)
                .ask(fixture.engine.command(id, OperatorCommandKind.SUSPEND));
        suspended.assertCompleted();
        assertThat(found).isNotEmpty().doesNotContain(false);
    }

    /** To go on from where the journal ended it would write once more what it is writing. */
    @Test
    void anInstanceThatHasTakenAnEventBeforeItsFirstTurnWritesItOnce() {
        fixture.workflow("do: [{paid: {listen: {to: {one: {with: {type: paid}}}}}}]").start();
        String id = fixture.begin("{}").instanceId();
        List<Promise<EventReach>> taken = new ArrayList<>();
        beforeEachTurn(() -> {
            if (taken.isEmpty() && !fixture.engine.events().listeners().find("paid").isEmpty()) {
                taken.add(fixture.engine.events().local().deliver(JsonPayload.of(JsonCodec.read("{\"type\":\"paid\"}"))));
            }
        });
        fixture.session = fixture.store.open();
        fixture.restart();
        int commits = fixture.store.commits();
        // Has a turn before the one in which the instance goes on.
        new OperationsFixture(fixture).ask(fixture.engine.command(id, OperatorCommandKind.RESUME)).assertCompleted();
        assertThat(taken).singleElement().matches(Promise::settled);
        assertThat(fixture.store.commits()).isEqualTo(commits + 1);
        fixture.outcome(id).assertCompleted();
    }

    /** Does something each time an instance is about to get a turn. */
    private void beforeEachTurn(Runnable action) {
        fixture.seenThreads = new EngineThreads() {
            @Override
            public EventLoopExecutor eventLoop() {
                return turn -> {
                    action.run();
                    fixture.threads.eventLoop().run(turn);
                };
            }

            @Override
            public void worker(Runnable work) {
                fixture.threads.worker(work);
            }
        };
    }

    /** Counts what is loaded; some of it cannot be. */
    private static final class Watched extends ForwardingStore {
        private final Set<String> damaged = new HashSet<>();
        /** As damaged, but it may pass. */
        private final Set<String> silent = new HashSet<>();
        /** Number of the load whose instances are silent from then on. */
        private int silentLoad;
        /** Epochs are those of the claim before. */
        private boolean lagging;
        /** Number of the load whose instances lag from then on. */
        private int laggingLoad;
        private final Set<String> laggards = new HashSet<>();
        /** Epochs are those of a claim of another node, which is alive. */
        private boolean elsewhere;
        private boolean down;
        /** The name of the call that is never executed. */
        private String broken = "nothing";
        /** Number of answers to the next claims of orphans that are lost. */
        private int losses;
        /** Number of searches that are answered before one fails. */
        private int pagesBeforeFailure = -1;
        /** The calls that it was asked for, and where the searches began that it answered. */
        private final List<String> asked = new ArrayList<>();
        private final List<String> searches = new ArrayList<>();
        private int loads;
        private int most;

        Watched(InstanceStore real) {
            super(real);
        }

        @Override
        public Uni<List<Claim>> claim(String nodeId, List<String> instanceIds) {
            return super.claim(nodeId, instanceIds).map(claims -> elsewhere ? List.of() : claims);
        }

        @Override
        protected <T> Uni<T> call(String name, Supplier<Uni<T>> forward) {
            asked.add(name);
            if (name.startsWith(broken)) {
                return Uni.createFrom().failure(new StoreException("broken", true, null));
            }
            if (name.equals("claimOrphans") && losses-- > 0) {
                return forward.get()
                        .chain(done -> Uni.createFrom().failure(new StoreException("the answer was lost", false, null)));
            }
            return forward.get();
        }

        @Override
        public Uni<InstancePage> findOwned(String nodeId, String cursor, int limit) {
            if (pagesBeforeFailure-- == 0) {
                return Uni.createFrom().failure(new StoreException("silent", false, null));
            }
            searches.add("from " + cursor);
            return super.findOwned(nodeId, cursor, limit);
        }

        @Override
        public Uni<List<StoredInstance>> loadAll(List<String> instanceIds) {
            loads++;
            most = Math.max(most, instanceIds.size());
            if (loads == silentLoad) {
                silent.addAll(instanceIds);
            }
            if (down || instanceIds.stream().anyMatch(damaged::contains)) {
                return Uni.createFrom().failure(new StoreException(down ? "down" : "damaged", !down, null));
            }
            if (instanceIds.stream().anyMatch(silent::contains)) {
                return Uni.createFrom().failure(new StoreException("silent", false, null));
            }
            if (loads == laggingLoad) {
                laggards.addAll(instanceIds);
            }
            int off = elsewhere ? 1 : lagging || instanceIds.stream().anyMatch(laggards::contains) ? -1 : 0;
            return super.loadAll(instanceIds).map(found -> found.stream()
                    .map(stored -> new StoredInstance(stored.row(), stored.epoch() + off, stored.entries())).toList());
        }
    }
}

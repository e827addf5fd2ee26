package dev.cairn.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

import org.junit.jupiter.api.Test;

import dev.cairn.engine.option.ConcurrencyRules;
import dev.cairn.engine.port.OperatorCommandKind;
import dev.cairn.management.live.ChangeFilter;
import dev.cairn.management.live.ChangeHub;

/** Viewers see the changes of instances, from one watcher, which exists only while it has viewers. */
class LiveChangesTest {

    private static final String ASKS = "do: [{ask: {call: ping}}]";
    private static final String FAILS = "do: [{ask: {call: ping}}, {no: {raise: {error: {type: \"https://acme.example/no\", status: 409}}}}]";
    private static final String ALSO = """
            document: {dsl: 1.0.3, namespace: test, name: also, version: 1.0.0}
            do: [{ask: {call: ping}}]
            """;
    private static final long SOON_MILLIS = 100;
    private static final long LINGER_MILLIS = 10_000;

    private final EngineFixture fixture = new EngineFixture();
    private ChangeHub hub;

    private void workflow(String yaml) {
        fixture.workflow(yaml).start();
        hub = new ChangeHub(new LiveChangeSource(fixture.engine), 100);
    }

    private ViewerUnderTest viewer() {
        return viewer(ViewerUnderTest.all(false), null);
    }

    private ViewerUnderTest viewer(ChangeFilter filter, String lastEventId) {
        ViewerUnderTest viewer = new ViewerUnderTest(fixture.threads.eventLoop()::run);
        assertThat(viewer.open(hub, filter, lastEventId)).isTrue();
        fixture.threads.runAll();
        return viewer;
    }

    private void soon() {
        fixture.advance(SOON_MILLIS);
    }

    private String complete() {
        String id = fixture.begin("{}").instanceId();
        fixture.answer("/do/0/ask", "5");
        soon();
        return id;
    }

    @Test
    void anInstanceIsFollowedFromStartToEnd() {
        workflow(FAILS);
        ViewerUnderTest viewer = viewer();
        String id = complete();

        assertThat(viewer.changes()).containsExactly(id + " started", id + " faulted");
        assertThat(viewer.text()).contains("event: instance\ndata: {\"instance\":\"" + id
                + "\",\"workflow\":\"test:case\",\"version\":\"1.0.0\",\"change\":\"faulted\",\"status\":\"faulted\","
                + "\"errorType\":\"https://acme.example/no\",\"at\":\"2023-11-14T22:13:20Z\"}\n\n");
    }

    @Test
    void phasesBetweenStartAndEndAreShown() {
        workflow("do: [{ask: {call: ping}}, {pause: {wait: {seconds: 3}}}, {again: {call: ping}}]");
        ViewerUnderTest viewer = viewer();
        OperationsFixture operations = new OperationsFixture(fixture);
        String id = fixture.begin("{}").instanceId();
        operations.suspend(id);
        operations.resume(id);
        fixture.answer("/do/0/ask", "5");
        fixture.advance(3_000);
        operations.cancel(id);
        soon();

        assertThat(viewer.changes()).containsExactly(id + " started", id + " suspended", id + " resumed", id + " waiting",
                id + " running", id + " cancelled");
    }

    @Test
    void anInstanceThatEndsWithItsFirstWriteStartsAndCompletes() {
        workflow("do: [{a: {set: {n: 1}}}]");
        ViewerUnderTest viewer = viewer();
        String id = fixture.begin("{}").instanceId();
        soon();

        assertThat(viewer.changes()).containsExactly(id + " started", id + " completed");
        assertThat(viewer.text()).contains("\"change\":\"started\",\"status\":\"running\"");
    }

    @Test
    void aChangeIsShownWhenItIsDurableAndNotBefore() {
        workflow(ASKS);
        ViewerUnderTest viewer = viewer();
        String id = fixture.begin("{}").instanceId();
        fixture.session.hold();
        fixture.answer("/do/0/ask", "5");
        soon();
        assertThat(viewer.changes()).containsExactly(id + " started");
        fixture.session.release();
        fixture.threads.runAll();
        soon();
        assertThat(viewer.changes()).containsExactly(id + " started", id + " completed");
    }

    @Test
    void payloadsAreNotShown() {
        workflow(
                "do: [{ask: {call: ping}}, {no: {raise: {error: {type: \"https://acme.example/no\", status: 409, detail: classified}}}}]");
        ViewerUnderTest viewer = viewer(ViewerUnderTest.all(true), null);
        fixture.begin("{\"secret\":\"classified\"}");
        fixture.answer("/do/0/ask", "\"classified\"");
        soon();

        assertThat(viewer.changes()).isNotEmpty();
        assertThat(viewer.text()).doesNotContain("classified");
    }

    @Test
    void tasksAreWatchedForThoseWhoAskAndOnlyOfTheirWorkflow() {
        fixture.workflow(ASKS).alsoWorkflow(ALSO);
        fixture.start();
        hub = new ChangeHub(new LiveChangeSource(fixture.engine), 100);
        ViewerUnderTest instances = viewer();
        assertThat(tasksAreWatched()).isFalse();
        viewer(new ChangeFilter("test:also", null, true, workflow -> true), null);
        assertThat(tasksAreWatched()).isFalse();
        ViewerUnderTest tasks = viewer(new ChangeFilter("test:case", null, true, workflow -> true), null);
        assertThat(tasksAreWatched()).isTrue();
        String id = complete();

        assertThat(tasks.changes()).containsExactly(id + " started", id + " /do/0/ask created", id + " /do/0/ask started",
                id + " /do/0/ask completed", id + " completed");
        assertThat(instances.changes()).containsExactly(id + " started", id + " completed");
    }

    private boolean tasksAreWatched() {
        return fixture.engine.events().lifecycle().tasksAreWatched(fixture.installed().linked());
    }

    @Test
    void aViewerSeesOnlyTheInstanceThatItFollows() {
        workflow(ASKS);
        String followed = fixture.begin("{}").instanceId();
        ViewerUnderTest viewer = viewer(new ChangeFilter("test:case", followed, false, workflow -> true), null);
        complete();
        new OperationsFixture(fixture).cancel(followed);
        soon();

        assertThat(viewer.changes()).containsExactly(followed + " cancelled");
    }

    @Test
    void aViewerWithoutRightsForAWorkflowSeesNoneOfItsChanges() {
        workflow(ASKS);
        ViewerUnderTest blind = viewer(new ChangeFilter(null, null, true, workflow -> false), null);
        ViewerUnderTest viewer = viewer();
        complete();

        assertThat(viewer.changes()).hasSize(2);
        assertThat(blind.changes()).isEmpty();
    }

    @Test
    void viewersWithEqualFiltersShareTheEncodedText() {
        workflow(ASKS);
        List<ViewerUnderTest> equal = IntStream.range(0, 10).mapToObj(i -> viewer()).toList();
        ViewerUnderTest blind = viewer(new ChangeFilter(null, null, false, workflow -> false), null);
        ViewerUnderTest tasks = viewer(ViewerUnderTest.all(true), null);
        complete();

        assertThat(equal.get(0).changes()).hasSize(2);
        assertThat(equal).allSatisfy(viewer -> assertThat(viewer.lastBlock()).isSameAs(equal.get(0).lastBlock()));
        assertThat(blind.changes()).isEmpty();
        assertThat(tasks.changes()).hasSize(5);
    }

    @Test
    void aHundredViewersShareOneWatcherWhichGoesWithTheLast() {
        workflow(ASKS);
        assertThat(watchers()).isZero();
        List<ViewerUnderTest> viewers = IntStream.range(0, 100).mapToObj(i -> viewer()).toList();
        assertThat(watchers()).isEqualTo(1);
        assertThat(new ViewerUnderTest(Runnable::run).open(hub)).as("one more than may be").isFalse();
        String id = complete();
        assertThat(viewers)
                .allSatisfy(viewer -> assertThat(viewer.changes()).containsExactly(id + " started", id + " completed"));

        viewers.forEach(viewer -> viewer.viewer.closeLater());
        fixture.threads.runAll();
        fixture.advance(LINGER_MILLIS - 1);
        assertThat(watchers()).isEqualTo(1);
        fixture.advance(1);
        assertThat(watchers()).isZero();
        assertThat(hub.isWatching()).isFalse();
    }

    private int watchers() {
        return fixture.engine.events().lifecycle().changeListeners().count();
    }

    @Test
    void aViewerThatComesBackGetsExactlyWhatItMissed() {
        workflow(ASKS);
        ViewerUnderTest before = viewer();
        String first = complete();
        before.viewer.closeLater();
        fixture.threads.runAll();
        String second = complete();
        ViewerUnderTest after = viewer(ViewerUnderTest.all(false), before.lastId());
        String third = complete();

        assertThat(before.changes()).containsExactly(first + " started", first + " completed");
        assertThat(after.changes()).containsExactly(second + " started", second + " completed", third + " started",
                third + " completed");
        assertThat(after.words()).isEmpty();
    }

    @Test
    void aViewerThatComesBackTooLateIsToldThatItMissedChanges() {
        workflow(ASKS);
        ViewerUnderTest before = viewer();
        complete();
        before.viewer.closeLater();
        fixture.threads.runAll();
        fixture.advance(LINGER_MILLIS);
        ViewerUnderTest after = viewer(ViewerUnderTest.all(false), before.lastId());
        assertThat(after.words()).containsExactly("reset missed");
    }

    @Test
    void aViewerThatHasSeenAnotherLifeIsToldThatItMissedChanges() {
        workflow(ASKS);
        assertThat(viewer(ViewerUnderTest.all(false), "2-1").words()).containsExactly("reset missed");
        assertThat(viewer(ViewerUnderTest.all(false), "1-999").words()).containsExactly("reset missed");
        assertThat(viewer(ViewerUnderTest.all(false), "1-x").words()).containsExactly("reset missed");
        assertThat(viewer(ViewerUnderTest.all(false), "").words()).containsExactly("reset missed");
    }

    @Test
    void aViewerThatComesBackForTasksThatNobodyWatchedIsToldThatItMissedThem() {
        workflow(ASKS);
        ViewerUnderTest instances = viewer();
        String lastId = instances.lastId();
        complete();
        ViewerUnderTest tasks = viewer(ViewerUnderTest.all(true), lastId);
        assertThat(tasks.words()).containsExactly("reset missed");
        complete();
        assertThat(viewer(ViewerUnderTest.all(true), tasks.lastId()).words()).isEmpty();
    }

    @Test
    void aSlowViewerIsDroppedWhileOthersGetEverything() {
        workflow("do: [{a: {set: {n: 1}}}]");
        ViewerUnderTest slow = viewer();
        ViewerUnderTest other = viewer();
        slow.writable = false;
        List<String> expected = new ArrayList<>();
        for (int i = 0; i < 20_000; i++) {
            String id = fixture.begin("{}").instanceId();
            expected.add(id + " started");
            expected.add(id + " completed");
            if (i % 100 == 0) {
                soon();
            }
        }
        soon();
        assertThat(other.changes()).isEqualTo(expected);
        assertThat(slow.ended).isFalse();
        slow.drain();
        assertThat(slow.words()).containsExactly("dropped slow");
        assertThat(slow.ended).isTrue();
        assertThat(hub.viewers()).isEqualTo(1);
    }

    @Test
    void aViewerThatDoesNotReadAtAllIsDropped() {
        workflow(ASKS);
        ViewerUnderTest stuck = viewer();
        stuck.writable = false;
        fixture.advance(30_000);
        assertThat(stuck.words()).containsExactly("dropped slow");
        assertThat(hub.viewers()).isZero();
    }

    @Test
    void aViewerThatReadsAgainGoesOn() {
        workflow(ASKS);
        ViewerUnderTest viewer = viewer();
        viewer.writable = false;
        String id = complete();
        assertThat(viewer.changes()).isEmpty();
        viewer.drain();
        assertThat(viewer.changes()).containsExactly(id + " started", id + " completed");
    }

    @Test
    void anIdleStreamSaysUpToWhereItIsComplete() {
        workflow(ASKS);
        ViewerUnderTest nothing = viewer(new ChangeFilter("test:other", null, false, workflow -> true), null);
        String before = nothing.lastId();
        complete();
        fixture.advance(15_000);
        assertThat(nothing.changes()).isEmpty();
        assertThat(nothing.lastId()).isNotEqualTo(before);
        assertThat(nothing.text()).endsWith(":\nid: " + nothing.lastId() + "\n\n");
    }

    @Test
    void aStopEndsStreamsWithAWord() {
        workflow(ASKS);
        ViewerUnderTest viewer = viewer();
        hub.stop();
        fixture.threads.runAll();
        assertThat(viewer.words()).containsExactly("closed stopping");
        assertThat(viewer.ended).isTrue();
        assertThat(watchers()).isZero();
        assertThat(new ViewerUnderTest(Runnable::run).open(hub)).isFalse();
    }

    @Test
    void anInstanceThatStandsStillAgainIsShown() {
        workflow(ASKS);
        String id = fixture.begin("{}").instanceId();
        Unreadable store = new Unreadable(fixture.store.open());
        fixture.start(store);
        hub = new ChangeHub(new LiveChangeSource(fixture.engine), 100);
        ViewerUnderTest viewer = viewer();
        fixture.engine.command(id, OperatorCommandKind.RESUME).subscribe().with(resumed -> {}, refused -> {});
        fixture.threads.runAll();
        soon();

        assertThat(viewer.changes()).containsExactly(id + " resumed", id + " parked");
        assertThat(viewer.text()).contains("\"change\":\"parked\",\"status\":\"suspended\",\"errorType\":\"https://");
        store.unreadable = false;
        new OperationsFixture(fixture).resume(id);
        soon();
        assertThat(viewer.changes()).endsWith(id + " parked", id + " resumed");
    }

    @Test
    void aStartThatWaitsInItsQueueIsShown() {
        fixture.options = fixture.options.with(new ConcurrencyRules(Map.of("case", 1)));
        workflow(ASKS);
        ViewerUnderTest viewer = viewer();
        String first = fixture.begin("{}").instanceId();
        String second = fixture.begin("{}").instanceId();
        soon();
        assertThat(viewer.changes()).containsExactly(first + " queued", first + " started", second + " queued");
        fixture.answer("/do/0/ask", "5");
        soon();
        assertThat(viewer.changes().subList(3, 5)).containsExactlyInAnyOrder(first + " completed", second + " started");
    }
}

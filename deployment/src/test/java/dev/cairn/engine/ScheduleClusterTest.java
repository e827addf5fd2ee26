package dev.cairn.engine;

import static dev.cairn.engine.ScheduledStarts.series;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;

import org.junit.jupiter.api.Test;

import dev.cairn.api.InstanceStatus;
import dev.cairn.engine.ClusterFixture.NodeUnderTest;
import dev.cairn.spi.InstanceRow;
import dev.cairn.time.InstanceIdGenerator;

/** Schedules of definitions on several nodes. */
class ScheduleClusterTest {

    private static final String FIRST = version("1.0.0", "schedule: {every: PT10S}");
    private static final String SECOND = version("1.1.0", "schedule: {every: PT20S}");
    private static final String NONE = version("1.2.0", "");
    private static final String OTHER_WORKFLOW = """
            document: {dsl: 1.0.3, namespace: test, name: other, version: 1.0.0}
            do:
              - last: {set: {done: true}}
            """;

    private static String version(String version, String schedule) {
        return """
                document: {dsl: 1.0.3, namespace: test, name: case, version: VERSION, metadata: {cairn: {schedule: {missed: fire-all}}}}
                SCHEDULE
                do:
                  - last: {set: {done: true}}
                """.replace("VERSION", version).replace("SCHEDULE", schedule);
    }

    private final ClusterFixture cluster = new ClusterFixture(FIRST);

    private List<Double> dues(NodeUnderTest reader) {
        return ScheduledStarts.dues(cluster.store, reader.engine);
    }

    private InstanceRow row() {
        return ScheduledStarts.row(cluster.store, "every");
    }

    @Test
    void eachOccurrenceStartsOnceOnAnyNumberOfNodes() {
        NodeUnderTest a = cluster.node("a");
        cluster.node("b");
        cluster.node("c");
        cluster.advance(305_000);
        assertThat(dues(a)).isEqualTo(series(10, 10, 300));
        assertThat(row().owner()).isNull();
    }

    @Test
    void aNodeThatDiesWithAClaimIsReplaced() {
        NodeUnderTest a = cluster.node("a");
        cluster.advance(9_950);
        assertThat(row().owner()).startsWith("a~");
        NodeUnderTest b = cluster.node("b");
        a.pause();
        cluster.advance(30_000);
        assertThat(dues(b)).isEqualTo(series(10, 10, 30));
    }

    /** The node wakes with its claim after another one has gone on: its starts find those of the other. */
    @Test
    void aNodeThatWakesWithAnOldClaimStartsNothingTwice() {
        NodeUnderTest a = cluster.node("a");
        cluster.advance(9_950);
        assertThat(row().owner()).startsWith("a~");
        NodeUnderTest b = cluster.node("b");
        a.pause();
        cluster.advance(40_000);
        int before = dues(b).size();
        a.resume();
        cluster.advance(1_000);
        assertThat(dues(b)).hasSize(before + 1).doesNotHaveDuplicates();
        cluster.advance(60_000);
        assertThat(dues(b)).isEqualTo(series(10, 10, 110));
    }

    @Test
    void aNodeWithoutTheWorkflowLeavesTheScheduleToOthers() {
        NodeUnderTest a = cluster.node("a");
        cluster.nextNodesHave(OTHER_WORKFLOW);
        cluster.node("b");
        cluster.node("c");
        cluster.advance(305_000);
        assertThat(dues(a)).isEqualTo(series(10, 10, 300));
    }

    @Test
    void aScheduleWhoseWorkflowNoNodeHasWaitsAndGoesOnLater() {
        NodeUnderTest a = cluster.node("a");
        cluster.advance(15_000);
        a.stop();
        cluster.nextNodesHave(OTHER_WORKFLOW);
        NodeUnderTest b = cluster.node("b");
        cluster.advance(300_000);
        assertThat(dues(b)).containsExactly(10.0);
        assertThat(row().wakeAtMillis()).isGreaterThan(ClusterFixture.NOON + 200_000);
        cluster.nextNodesHave(FIRST);
        cluster.node("a");
        cluster.advance(70_000);
        assertThat(dues(b)).startsWith(10.0, 20.0, 30.0).hasSizeGreaterThan(35).doesNotHaveDuplicates();
    }

    /** The first node to start after an outage does not have the workflow. The next one has, within a minute of the due time. */
    @Test
    void aNodeWithoutTheWorkflowTakesNoTimeFromANodeThatStartsAfterIt() {
        String skipping = version("1.0.0", "schedule: {every: PT10M}").replace("fire-all", "skip");
        cluster.nextNodesHave(skipping);
        cluster.node("a").stop();
        cluster.advance(615_000);
        cluster.nextNodesHave(OTHER_WORKFLOW);
        cluster.node("b");
        cluster.advance(5_000);
        cluster.nextNodesHave(skipping);
        NodeUnderTest c = cluster.node("c");
        cluster.advance(30_000);
        assertThat(dues(c)).containsExactly(600.0);
    }

    @Test
    void theNewestVersionHasTheScheduleWhicheverStartsLast() {
        NodeUnderTest a = cluster.node("a");
        cluster.advance(15_000);
        cluster.nextNodesHave(FIRST, SECOND);
        cluster.node("b");
        cluster.advance(30_000);
        cluster.nextNodesHave(FIRST);
        cluster.node("c");
        cluster.advance(100_000);
        assertThat(dues(a)).startsWith(10.0, 35.0, 55.0, 75.0).endsWith(135.0);
        assertThat(ScheduledStarts.all(cluster.store, a.engine)).extracting(stored -> stored.row().version())
                .startsWith("1.0.0", "1.1.0", "1.1.0").endsWith("1.1.0");
    }

    @Test
    void aScheduleThatTheNewestVersionDoesNotHaveEndsAndOldNodesDoNotMakeItAgain() {
        NodeUnderTest a = cluster.node("a");
        cluster.advance(15_000);
        cluster.nextNodesHave(FIRST, NONE);
        cluster.node("b");
        assertThat(row().status()).isEqualTo(InstanceStatus.CANCELLED);
        cluster.nextNodesHave(FIRST);
        cluster.node("c");
        cluster.advance(100_000);
        assertThat(dues(a)).containsExactly(10.0);
        cluster.nextNodesHave(version("1.3.0", "schedule: {every: PT30S}"));
        cluster.node("d");
        cluster.advance(35_000);
        assertThat(dues(a)).containsExactly(10.0, 145.0);
    }

    @Test
    void aScheduleThatTheSameVersionNoLongerHasEnds() {
        NodeUnderTest a = cluster.node("a");
        cluster.advance(15_000);
        cluster.nextNodesHave(version("1.0.0", ""));
        cluster.node("b");
        assertThat(row().status()).isEqualTo(InstanceStatus.CANCELLED);
        cluster.advance(100_000);
        assertThat(dues(a)).containsExactly(10.0);
    }

    @Test
    void aRestartWithTheSameDefinitionWritesNothing() {
        cluster.node("a");
        cluster.advance(1_000);
        int entries = cluster.store.get(InstanceIdGenerator.ofSchedule("test:case", "every")).entries().size();
        long epoch = cluster.store.get(InstanceIdGenerator.ofSchedule("test:case", "every")).epoch();
        cluster.node("b");
        cluster.advance(1_000);
        assertThat(cluster.store.get(InstanceIdGenerator.ofSchedule("test:case", "every")).entries()).hasSize(entries);
        assertThat(cluster.store.get(InstanceIdGenerator.ofSchedule("test:case", "every")).epoch()).isEqualTo(epoch);
    }
}

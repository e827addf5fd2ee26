package dev.cairn.testkit;

import static dev.cairn.testkit.SampleInstances.NODE;
import static dev.cairn.testkit.SampleInstances.OTHER_NODE;
import static dev.cairn.testkit.SampleInstances.next;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;

import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;

import dev.cairn.api.InstanceCount;
import dev.cairn.api.InstanceStatus;
import dev.cairn.spi.Claim;
import dev.cairn.spi.CommitResult;
import dev.cairn.spi.InstanceRow;
import dev.cairn.spi.InstanceWrite;
import io.smallrye.mutiny.Uni;

/** The numbers of instances: {@link dev.cairn.spi.InstanceStore#counts}. */
public interface CountContract extends StoreUnderTest {

    /** As long as any test writes. */
    long KEPT_UNTIL_MILLIS = 1_000_000;

    private void assumeKeepsCounts() {
        assumeKeepsState();
        Assumptions.assumeTrue(store().capabilities().keepsCounts(), "the store keeps no counts");
    }

    private void compare(String when) {
        StoredCountCheck.compare(store(), when);
    }

    private List<InstanceCount> counted() {
        return StoredCountCheck.counted(store());
    }

    @Test
    default void anEmptyStoreCountsNothing() {
        assumeKeepsCounts();
        assertThat(counted()).isEmpty();
    }

    @Test
    default void countsAreWhatSearchesFind() {
        assumeKeepsCounts();
        long seed = new Random().nextLong();
        CountedWriter writer = new CountedWriter(this, new Random(seed));
        for (int round = 0; round < 24; round++) {
            writer.writeSome();
            if (round % 3 == 0) {
                writer.claimSome();
            }
            if (round % 5 == 4) {
                writer.removeSome();
            }
            if (round % 8 == 7) {
                reopen();
            }
            compare("seed " + seed + ", round " + round);
        }
    }

    /** A write that is refused counts nothing. */
    @Test
    default void whatIsRefusedIsNotCounted() {
        assumeKeepsCounts();
        write(SampleInstances.create(SampleInstances.running("a"), "1"));
        assertThat(commit(SampleInstances.create(SampleInstances.running("a"), "1"),
                next(SampleInstances.ended("b", 1_000), 1, 1, "2")))
                .containsExactly(CommitResult.EXISTS, CommitResult.FENCED);
        assertThat(commit(next(SampleInstances.ended("a", 1_000), 7, 1, "2"))).containsExactly(CommitResult.FENCED);
        compare("after refusals");
        assertThat(counted()).hasSize(1).allMatch(count -> count.instances() == 1);
    }

    /** A parked instance is written without entries, and once more if the answer is lost. */
    @Test
    default void aRowThatIsWrittenAgainIsCountedOnce() {
        assumeKeepsCounts();
        InstanceRow row = SampleInstances.running("a");
        write(SampleInstances.create(row, "1"));
        for (int time = 0; time < 3; time++) {
            write(next(row.parked(), 1, 1));
        }
        compare("parked");
        for (int time = 0; time < 2; time++) {
            write(next(row, 1, 1));
        }
        compare("no longer parked");
    }

    /** The first of two writes may still be under way when the second one comes: its caller no longer waits for the answer. */
    @Test
    default void rowsThatAreWrittenAtOnceAreCountedOnce() {
        assumeKeepsCounts();
        int instances = 4;
        List<InstanceRow> rows = IntStream.range(0, instances).mapToObj(i -> SampleInstances.running("a-" + i)).toList();
        rows.forEach(row -> write(SampleInstances.create(row, "1")));
        for (int round = 0; round < 10; round++) {
            List<CompletableFuture<List<CommitResult>>> commits = new ArrayList<>();
            for (int time = 0; time < 12; time++) {
                int number = time;
                List<InstanceWrite> batch = rows.subList(0, 1 + time % instances).stream()
                        .map(row -> next(number % 3 == 0 ? row : row.parked(), 1, 1)).toList();
                commits.add((time % 2 == 0 ? store() : another()).commit(batch).subscribeAsCompletionStage());
            }
            commits.forEach(commit -> assertThat(await(Uni.createFrom().completionStage(commit)))
                    .containsOnly(CommitResult.COMMITTED));
            compare("round " + round);
        }
    }

    /** Writes instances at random, and knows of each what the next write of it has to carry. */
    final class CountedWriter {
        private static final String[] OWNERS = { NODE, null };

        private final CountContract contract;
        private final Random random;
        private final List<InstanceWrite> last = new ArrayList<>();
        private int created;

        CountedWriter(CountContract contract, Random random) {
            this.contract = contract;
            this.random = random;
        }

        void writeSome() {
            List<InstanceWrite> batch = new ArrayList<>();
            for (int i = 0; i < 8; i++) {
                batch.add(SampleInstances.create(row("i-" + created++, "1.0." + random.nextInt(2)), "1"));
            }
            for (int i = last.size() - 1; i >= 0 && batch.size() < 20; i -= 1 + random.nextInt(3)) {
                InstanceWrite before = last.remove(i);
                // A new version of an instance: its journal fits that, too.
                String version = random.nextInt(4) == 0 ? "1.0.2" : before.row().version();
                batch.add(next(row(before.row().id(), version), before.epoch(), before.position() + before.entries().size(),
                        "2"));
            }
            assertThat(contract.commit(batch.toArray(InstanceWrite[]::new))).containsOnly(CommitResult.COMMITTED);
            last.addAll(batch);
        }

        private InstanceRow row(String id, String version) {
            InstanceStatus status = InstanceStatus.values()[random.nextInt(InstanceStatus.values().length)];
            long wake = status.ended() || random.nextBoolean() ? InstanceRow.NEVER : InstanceRow.NO_DEADLINE;
            int number = Integer.parseInt(id.substring(2));
            InstanceRow row = new InstanceRow(id, "shop:w" + number % 3, version, status, 1_000 + number, 2_000, wake,
                    status.ended() ? null : OWNERS[random.nextInt(2)])
                    .withKeepUntil(status.ended() ? 1_000 * random.nextInt(2) + KEPT_UNTIL_MILLIS * random.nextInt(2)
                            : InstanceRow.NEVER);
            return status == InstanceStatus.RUNNING && random.nextInt(3) == 0 ? row.parked() : row;
        }

        void claimSome() {
            List<Claim> claims = new ArrayList<>(contract.await(contract.store().claimOrphans(NODE, 5)));
            contract.await(contract.another().claimOrphans(OTHER_NODE, 3)).forEach(claim -> {
                claims.removeIf(before -> before.row().id().equals(claim.row().id()));
                claims.add(claim);
            });
            claims.forEach(claim -> {
                last.removeIf(write -> write.row().id().equals(claim.row().id()));
                last.add(new InstanceWrite(claim.row(), claim.epoch(), claim.entries(), List.of()));
            });
        }

        void removeSome() {
            contract.await(contract.store().removeEnded(KEPT_UNTIL_MILLIS - 1, 1_000));
            last.removeIf(write -> contract.row(write.row().id()).isEmpty());
        }
    }
}

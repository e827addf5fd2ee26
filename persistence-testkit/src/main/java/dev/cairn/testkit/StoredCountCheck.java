package dev.cairn.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;

import dev.cairn.api.InstanceCount;
import dev.cairn.api.InstanceStatus;
import dev.cairn.spi.InstanceCountTally;
import dev.cairn.spi.InstancePage;
import dev.cairn.spi.InstanceQuery;
import dev.cairn.spi.InstanceRow;
import dev.cairn.spi.InstanceStore;

/** Compares the counts of a store with its instances. Requires that no writes happen meanwhile. */
public final class StoredCountCheck {

    /** Many more than a store needs to count the few instances of a test in the background. */
    private static final int MAX_QUESTIONS = 100_000;
    private static final int PAGE = 1_000;
    private static final Duration PATIENCE = Duration.ofMinutes(1);
    private static final InstanceStatus[] STATUSES = InstanceStatus.values();
    private static final long UPDATED_AT_MILLIS = 2_000;

    private StoredCountCheck() {}

    /** The counts of the store, once it has counted all instances. */
    public static List<InstanceCount> counted(InstanceStore store) {
        for (int question = 0; question < MAX_QUESTIONS; question++) {
            Optional<List<InstanceCount>> counts = store.counts().await().atMost(PATIENCE);
            if (counts.isPresent()) {
                return counts.get();
            }
        }
        throw new AssertionError("The store has not counted its instances");
    }

    /** Fails unless counts equal the number of instances that a search finds. */
    public static void compare(InstanceStore store, String when) {
        List<InstanceRow> rows = new ArrayList<>();
        String cursor = null;
        do {
            InstancePage page = store.find(InstanceQuery.all(PAGE).withCursor(cursor)).await().atMost(PATIENCE);
            rows.addAll(page.rows());
            cursor = page.next();
        } while (cursor != null);
        assertThat(counted(store)).as(when).containsExactlyInAnyOrderElementsOf(InstanceCountTally.of(rows.stream()));
    }

    /** An instance without an owner, in any phase and one of two versions. Its number determines its constant fields. */
    public static InstanceRow row(Random random, int number, int workflows) {
        InstanceStatus status = STATUSES[random.nextInt(STATUSES.length)];
        InstanceRow row = new InstanceRow("i-" + number, "shop:w" + number % workflows, "1.0." + random.nextInt(2), status,
                // Some times are the same, and later ones may have been created earlier.
                37L * number % 497, UPDATED_AT_MILLIS,
                status.ended() || random.nextBoolean() ? InstanceRow.NEVER : InstanceRow.NO_DEADLINE, null);
        return status == InstanceStatus.RUNNING && random.nextBoolean() ? row.parked() : row;
    }
}

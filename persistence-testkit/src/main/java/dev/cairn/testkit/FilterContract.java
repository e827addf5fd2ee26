package dev.cairn.testkit;

import static dev.cairn.testkit.SampleInstances.NODE;
import static dev.cairn.testkit.SampleInstances.create;
import static dev.cairn.testkit.SampleInstances.created;
import static dev.cairn.testkit.SampleInstances.next;
import static dev.cairn.testkit.SampleInstances.running;
import static dev.cairn.testkit.SampleInstances.waiting;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import org.junit.jupiter.api.Test;

import dev.cairn.api.InstanceStatus;
import dev.cairn.api.SearchKeys;
import dev.cairn.spi.Claim;
import dev.cairn.spi.DueTimer;
import dev.cairn.spi.InstancePage;
import dev.cairn.spi.InstanceQuery;
import dev.cairn.spi.InstanceRow;
import dev.cairn.spi.InstanceWrite;
import dev.cairn.spi.MillisRange;

/** Searches by criteria without an index: phases that differ from the stored status, end times, error types, parents. */
public interface FilterContract extends StoreUnderTest {

    private static InstanceRow listening(String id, long deadlineMillis) {
        InstanceRow row = running(id);
        return new InstanceRow(id, row.workflow(), row.version(), row.status(), row.createdAtMillis(), row.updatedAtMillis(),
                deadlineMillis, row.owner());
    }

    private static InstanceRow queued(String id) {
        InstanceRow row = running(id);
        return new InstanceRow(id, row.workflow(), row.version(), InstanceStatus.SUSPENDED, row.createdAtMillis(),
                row.updatedAtMillis(), 1L << 50, null);
    }

    /** All that a query finds, over all pages; few to a page, so that there are many. */
    private List<InstanceRow> all(InstanceQuery query) {
        List<InstanceRow> found = new ArrayList<>();
        int pages = 0;
        String cursor = null;
        do {
            InstancePage page = await(store().find(query.withCursor(cursor)));
            assertThat(page.rows()).hasSizeLessThanOrEqualTo(query.limit());
            found.addAll(page.rows());
            cursor = page.next();
            assertThat(++pages).as("pages").isLessThan(FindContract.MAX_PAGES);
        } while (cursor != null);
        return found;
    }

    private Set<String> inPhase(InstanceStatus status) {
        return ids(all(InstanceQuery.all(2).withStatus(status)));
    }

    private static Set<String> ids(List<InstanceRow> rows) {
        Set<String> ids = new HashSet<>(rows.stream().map(InstanceRow::id).toList());
        assertThat(ids).hasSameSizeAs(rows);
        return ids;
    }

    @Test
    default void phasesTellTheTruth() {
        assumeKeepsState();
        write(create(running("runs"), "1"));
        write(create(listening("listens", InstanceRow.NO_DEADLINE), "1"));
        write(create(listening("listens-until", 3_000), "1"));
        write(create(waiting("waits", 2_000), "1"));
        write(create(running("parked").parked(), "1"));
        write(create(queued("queued"), "1"));
        write(create(SampleInstances.inPhase("suspended", InstanceStatus.SUSPENDED, null), "1"));

        for (int life = 0; life < 2; life++) {
            assertThat(inPhase(InstanceStatus.RUNNING)).containsExactly("runs");
            assertThat(inPhase(InstanceStatus.WAITING)).containsExactlyInAnyOrder("listens", "listens-until", "waits");
            assertThat(inPhase(InstanceStatus.SUSPENDED)).containsExactlyInAnyOrder("parked", "suspended");
            assertThat(inPhase(InstanceStatus.PENDING)).containsExactly("queued");
            assertThat(ids(all(InstanceQuery.all(2).withParked(true)))).containsExactly("parked");
            assertThat(ids(all(InstanceQuery.all(2).withStatuses(Set.of(InstanceStatus.RUNNING, InstanceStatus.WAITING)))))
                    .containsExactlyInAnyOrder("runs", "listens", "listens-until", "waits");
            assertThat(all(InstanceQuery.all(2))).hasSize(7);
            reopen();
        }
    }

    /** Phases are for people: takeover, timers and ownership follow the stored status. */
    @Test
    default void whoListensOrIsParkedIsAnOrphanLikeWhoRuns() {
        assumeKeepsState();
        write(create(listening("listens", InstanceRow.NO_DEADLINE).withOwner(null), "1"));
        write(create(listening("listens-until", 3_000).withOwner(null), "1"));
        write(create(running("parked").parked().withOwner(null), "1"));
        write(create(queued("queued"), "1"));

        List<Claim> claims = await(store().claimOrphans(NODE, 10));
        assertThat(claims).extracting(claim -> claim.row().id()).containsExactlyInAnyOrder("listens", "listens-until",
                "parked");
        assertThat(claims).allMatch(claim -> claim.entries() == 1);
        assertThat(await(store().dueTimers(10_000, null, 10))).containsExactly(new DueTimer(3_000, "listens-until"));
        assertThat(ids(await(store().findOwned(NODE, null, 10)).rows()))
                .containsExactlyInAnyOrder("listens", "listens-until", "parked");
        assertThat(await(store().claim(NODE, List.of("listens")))).hasSize(1);
    }

    @Test
    default void theNextWriteEndsAPhase() {
        assumeKeepsState();
        write(create(listening("a", InstanceRow.NO_DEADLINE), "1"));
        write(next(running("a").parked(), 1, 1));
        assertThat(inPhase(InstanceStatus.WAITING)).isEmpty();
        assertThat(row("a")).contains(running("a").parked());
        assertThat(entriesOf("a")).isEqualTo(1);

        write(next(running("a"), 1, 1, "2"));
        assertThat(inPhase(InstanceStatus.SUSPENDED)).isEmpty();
        assertThat(inPhase(InstanceStatus.RUNNING)).containsExactly("a");
    }

    private int entriesOf(String id) {
        return await(store().load(id)).orElseThrow().entries().size();
    }

    @Test
    default void theTypeOfAnErrorIsKept() {
        assumeKeepsState();
        String long1024 = "https://example.com/ö/" + "x".repeat(InstanceRow.MAX_ERROR_TYPE_CHARACTERS);
        InstanceRow faulted = SampleInstances.inPhase("a", InstanceStatus.FAULTED, null).withErrorType(long1024);
        assertThat(faulted.errorType()).hasSize(InstanceRow.MAX_ERROR_TYPE_CHARACTERS);
        write(create(running("a"), "1"));
        write(next(faulted, 1, 1, "2"));
        write(create(created("b", "shop:a", InstanceStatus.CANCELLED, 2_000).withErrorType("\0\uD800"), "1"));
        write(create(created("c", "shop:a", InstanceStatus.FAULTED, 3_000), "1"));

        for (int life = 0; life < 2; life++) {
            assertThat(row("a").orElseThrow().errorType()).isEqualTo(faulted.errorType());
            assertThat(row("c").orElseThrow().errorType()).isNull();
            assertThat(ids(all(InstanceQuery.all(2).withErrorType(long1024)))).containsExactly("a");
            assertThat(ids(all(InstanceQuery.all(2).withErrorType("\0\uD800")))).containsExactly("b");
            assertThat(all(InstanceQuery.all(2).withErrorType("none"))).isEmpty();
            reopen();
        }
        write(next(running("a"), 1, 2, "3"));
        assertThat(row("a").orElseThrow().errorType()).isNull();
    }

    @Test
    default void whatContradictsItselfFindsNothing() {
        assumeKeepsState();
        write(create(running("a"), "1"));
        InstanceQuery running = InstanceQuery.all(2).withStatus(InstanceStatus.RUNNING);
        assertThat(all(running.withErrorType("type"))).isEmpty();
        assertThat(all(running.withEnded(new MillisRange(0, 5_000)))).isEmpty();
        assertThat(all(InstanceQuery.all(2).withStatus(InstanceStatus.FAULTED).withParked(true))).isEmpty();
    }

    /** Each combination of criteria finds what a look at all rows finds. */
    @Test
    default void allFiltersAreMetTogether() {
        assumeKeepsState();
        long seed = new Random().nextLong();
        Random random = new Random(seed);
        List<InstanceRow> rows = new ArrayList<>();
        List<InstanceWrite> writes = new ArrayList<>();
        for (int i = 0; i < 300; i++) {
            InstanceRow row = randomRow(random, String.format("i-%03d", i), 1_000 + i / 4);
            rows.add(0, row);
            writes.add(create(row, "1"));
        }
        commit(writes.toArray(InstanceWrite[]::new));
        for (int i = 0; i < 60; i++) {
            InstanceQuery query = randomQuery(random);
            assertThat(all(query)).as("seed " + seed + ": " + query)
                    .containsExactlyElementsOf(rows.stream().filter(query::matches).toList());
        }
    }

    private static InstanceRow randomRow(Random random, String id, long createdAtMillis) {
        InstanceStatus status = InstanceStatus.values()[random.nextInt(InstanceStatus.values().length)];
        long wake = status.ended() || random.nextBoolean() ? InstanceRow.NEVER
                : random.nextBoolean() ? InstanceRow.NO_DEADLINE : 5_000;
        Map<String, String> parent = random.nextInt(3) == 0 ? Map.of(InstanceRow.PARENT_ATTRIBUTE, "p-" + random.nextInt(2))
                : Map.of();
        InstanceRow row = new InstanceRow(id, "shop:w" + random.nextInt(3), "1.0." + random.nextInt(2), status, createdAtMillis,
                createdAtMillis + random.nextInt(50), wake, null).withKeys(new SearchKeys(null, parent));
        if (status == InstanceStatus.FAULTED) {
            return row.withErrorType("type-" + random.nextInt(2));
        }
        return status == InstanceStatus.RUNNING && random.nextInt(3) == 0 ? row.parked() : row;
    }

    private static InstanceQuery randomQuery(Random random) {
        InstanceQuery query = InstanceQuery.all(1 + random.nextInt(20));
        if (random.nextBoolean()) {
            query = query.withWorkflows(Set.of("shop:w" + random.nextInt(2), "shop:" + (random.nextBoolean() ? "w2" : "none")));
        }
        if (random.nextInt(3) == 0) {
            query = query.withVersion("1.0." + random.nextInt(2));
        }
        if (random.nextBoolean()) {
            query = query.withStatuses(Stream.of(InstanceStatus.values()).filter(any -> random.nextInt(3) == 0)
                    .collect(Collectors.toSet()));
        }
        if (random.nextInt(4) == 0) {
            query = query.withEnded(new MillisRange(1_010, random.nextBoolean() ? 1_060 : Long.MAX_VALUE));
        }
        if (random.nextInt(4) == 0) {
            query = query.withErrorType("type-" + random.nextInt(2));
        }
        if (random.nextInt(4) == 0) {
            query = query.withParked(true);
        }
        if (random.nextInt(4) == 0) {
            query = random.nextBoolean() ? query.withRootsOnly(true)
                    : query.withKeys(new SearchKeys(null, Map.of(InstanceRow.PARENT_ATTRIBUTE, "p-" + random.nextInt(2))));
        }
        return random.nextInt(3) == 0 ? query.withCreated(1_005, 1_055) : query;
    }
}

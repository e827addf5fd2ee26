package dev.cairn.persistence.file;

import static dev.cairn.testkit.SampleInstances.FUTURE_MILLIS;
import static dev.cairn.testkit.SampleInstances.NODE;
import static dev.cairn.testkit.SampleInstances.create;
import static dev.cairn.testkit.SampleInstances.entries;
import static dev.cairn.testkit.SampleInstances.keyed;
import static dev.cairn.testkit.SampleInstances.next;
import static dev.cairn.testkit.SampleInstances.running;
import static dev.cairn.testkit.SampleInstances.waiting;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

import dev.cairn.api.SearchKeys;
import dev.cairn.spi.CommitResult;
import dev.cairn.spi.DueTimer;
import dev.cairn.spi.InstancePage;
import dev.cairn.spi.InstanceQuery;
import dev.cairn.spi.InstanceRow;
import dev.cairn.spi.InstanceWrite;
import dev.cairn.spi.StoreException;
import dev.cairn.spi.StoredInstance;
import dev.cairn.testkit.SampleInstances;

/**
 * Instances of all kinds, each with what a store has to say of it. They are continued, claimed, ended and removed long after they were
 * created, so that their records lie far apart.
 */
final class Population {

    /** Small, so that segments are begun, cleaned and dropped all the time. */
    static final StoreMaintenanceThresholds SMALL = StoreMaintenanceThresholds.ofLog(16 * 1024, 64 * 1024, 32 * 1024,
            48 * 1024);

    private static final Duration PATIENCE = Duration.ofMinutes(1);
    /** Number of rounds after which an instance is continued. */
    private static final int PAUSE_ROUNDS = 25;
    private static final int KINDS = 5;

    private record Expected(InstanceRow row, long epoch, List<String> entries) {}

    private final TreeMap<String, Expected> present = new TreeMap<>();
    private final List<String> removed = new ArrayList<>();
    private int round;
    private int refusals;

    /** Lets instances live in a store for some rounds, from where they were. */
    void live(FileStore store, int count) {
        for (int end = round + count; round < end; round++) {
            assertThat(store.commit(writes()).await().atMost(PATIENCE)).containsOnly(CommitResult.COMMITTED);
            if (round >= PAUSE_ROUNDS) {
                assertThat(store.claim(NODE, List.of(claimed())).await().atMost(PATIENCE)).hasSize(1);
            }
            if (removes()) {
                store.removeEnded(FUTURE_MILLIS - 1, Integer.MAX_VALUE).await().atMost(PATIENCE);
            }
        }
    }

    /** Takes it that the first rounds were lived in a store that was stored earlier. */
    void recall(int count) {
        for (; round < count; round++) {
            writes();
            if (round >= PAUSE_ROUNDS) {
                claimed();
            }
            removes();
        }
    }

    private List<InstanceWrite> writes() {
        List<InstanceWrite> batch = new ArrayList<>();
        for (int kind = 0; kind < KINDS; kind++) {
            batch.add(begin(kind, round));
            if (round >= PAUSE_ROUNDS && kind < 3) {
                batch.add(goOn(kind, round - PAUSE_ROUNDS));
            }
        }
        return batch;
    }

    /** Which instance is claimed in this round. */
    private String claimed() {
        String id = id(3, round - PAUSE_ROUNDS);
        Expected before = present.get(id);
        present.put(id, new Expected(before.row.withOwner(NODE), before.epoch + 1, before.entries));
        return id;
    }

    /** True if those whose time is over are removed in this round. */
    private boolean removes() {
        if (round % 20 != 19) {
            return false;
        }
        List<String> gone = present.entrySet().stream()
                .filter(one -> one.getValue().row.status().ended() && one.getValue().row.keepUntilMillis() < FUTURE_MILLIS)
                .map(Map.Entry::getKey).toList();
        gone.forEach(present::remove);
        removed.addAll(gone);
        return true;
    }

    private static String id(int kind, int number) {
        return String.format("i-%06d-%d", number * 7919 % 100_000, kind);
    }

    private InstanceWrite begin(int kind, int number) {
        String id = id(kind, number);
        InstanceRow row = switch (kind) {
            case 3 -> waiting(id, 1_000 + number);
            case 4 -> keyed(id, number, "order-" + number, Map.of("customer", "c-" + number % 3));
            default -> running(id);
        };
        String entry = "begin " + id + "x".repeat(number * 31 % 400);
        present.put(id, new Expected(row, 1, List.of(entry)));
        return create(row, entry);
    }

    /** Kind 0 goes on, 1 ends and is kept, 2 ends and is removed. */
    private InstanceWrite goOn(int kind, int number) {
        String id = id(kind, number);
        Expected before = present.get(id);
        InstanceRow row = kind == 0 ? before.row : SampleInstances.ended(id, kind == 1 ? FUTURE_MILLIS : number);
        String entry = "go on " + id;
        present.put(id, new Expected(row, 1, List.of(before.entries.get(0), entry)));
        return next(row, 1, 1, entry);
    }

    /** Number of questions that a store refused to answer in the last check. */
    int refusals() {
        return refusals;
    }

    /** The wrong answers of a store, in words; refused ones are counted. */
    List<String> wrongAnswers(FileStore store) {
        refusals = 0;
        List<String> wrong = new ArrayList<>();
        present.forEach((id, expected) -> answering(wrong, () -> {
            StoredInstance found = store.load(id).await().atMost(PATIENCE).orElse(null);
            Expected answer = found == null ? null : new Expected(found.row(), found.epoch(), entries(found));
            return expected.equals(answer) ? null : id + " is " + answer + ", not " + expected;
        }));
        present.keySet().forEach(id -> answering(wrong, () -> {
            List<CommitResult> results = store.commit(List.of(create(running(id), "again"))).await().atMost(PATIENCE);
            return results.contains(CommitResult.EXISTS) ? null : id + " was started again";
        }));
        removed.forEach(id -> answering(wrong,
                () -> store.row(id).await().atMost(PATIENCE).isEmpty() ? null : id + " was removed, and is there"));
        answering(wrong, () -> wrongListing(store));
        answering(wrong, () -> wrongTimers(store));
        for (int i = 0; i < 3; i++) {
            String customer = "c-" + i;
            answering(wrong, () -> wrongSearch(store, customer));
        }
        return wrong;
    }

    private interface Question {
        String ask();
    }

    private void answering(List<String> wrong, Question question) {
        try {
            String fault = question.ask();
            if (fault != null) {
                wrong.add(fault);
            }
        } catch (StoreException e) {
            refusals++;
        }
    }

    private String wrongListing(FileStore store) {
        Map<String, InstanceRow> listed = list(store, InstanceQuery.all(100));
        // A test may have started others as well.
        listed.keySet().removeIf(id -> !id.startsWith("i-"));
        Map<String, InstanceRow> rows = new HashMap<>();
        present.forEach((id, expected) -> rows.put(id, expected.row));
        return listed.equals(rows) ? null : "The listing has " + listed.size() + " instances";
    }

    private String wrongSearch(FileStore store, String customer) {
        InstanceQuery query = InstanceQuery.all(1_000).withKeys(new SearchKeys(null, Map.of("customer", customer)));
        long expected = present.values().stream()
                .filter(one -> customer.equals(one.row.keys().attributes().get("customer"))).count();
        int found = list(store, query).size();
        return found == expected ? null : "Of " + expected + " instances of " + customer + " " + found + " were found";
    }

    private static Map<String, InstanceRow> list(FileStore store, InstanceQuery query) {
        Map<String, InstanceRow> rows = new HashMap<>();
        InstanceQuery next = query;
        while (next != null) {
            InstancePage page = store.find(next).await().atMost(PATIENCE);
            page.rows().forEach(row -> rows.put(row.id(), row));
            next = page.next() == null ? null : query.withCursor(page.next());
        }
        return rows;
    }

    private String wrongTimers(FileStore store) {
        List<String> due = store.dueTimers(FUTURE_MILLIS, null, Integer.MAX_VALUE).await().atMost(PATIENCE).stream()
                .map(DueTimer::instanceId).sorted().toList();
        List<String> expected = present.entrySet().stream().filter(one -> one.getValue().row.hasTimer())
                .map(Map.Entry::getKey).toList();
        return due.equals(expected) ? null : "Due are " + due.size() + " instances, not " + expected.size();
    }
}

package dev.cairn.testkit;

import static dev.cairn.testkit.SampleInstances.CREATED_AT_MILLIS;
import static dev.cairn.testkit.SampleInstances.NODE;
import static dev.cairn.testkit.SampleInstances.create;
import static dev.cairn.testkit.SampleInstances.created;
import static dev.cairn.testkit.SampleInstances.inPhase;
import static dev.cairn.testkit.SampleInstances.keyed;
import static dev.cairn.testkit.SampleInstances.next;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

import org.junit.jupiter.api.Test;

import dev.cairn.api.InstanceStatus;
import dev.cairn.api.SearchKeys;
import dev.cairn.spi.InstancePage;
import dev.cairn.spi.InstanceQuery;
import dev.cairn.spi.InstanceRow;
import dev.cairn.spi.InstanceWrite;

/** Looking for instances: {@link dev.cairn.spi.InstanceStore#find}. */
public interface FindContract extends StoreUnderTest {

    /** More pages than any search of the contract has, also if each looks at few instances. */
    int MAX_PAGES = 1_000;

    private List<String> find(String workflow, InstanceStatus status) {
        return allPages(InstanceQuery.all(100).withWorkflow(workflow).withStatus(status));
    }

    @Test
    default void instancesAreFoundByWorkflowAndStatus() {
        assumeKeepsState();
        write(create(created("a1", "shop:a", InstanceStatus.RUNNING, 1_000), "1"));
        write(create(created("a2", "shop:a", InstanceStatus.FAULTED, 2_000), "1"));
        write(create(created("b1", "shop:b", InstanceStatus.RUNNING, 3_000), "1"));
        write(create(created("ab", "shop:ab", InstanceStatus.FAULTED, 4_000), "1"));

        assertThat(find(null, null)).containsExactly("ab", "b1", "a2", "a1");
        assertThat(find("shop:a", null)).containsExactly("a2", "a1");
        assertThat(find(null, InstanceStatus.RUNNING)).containsExactly("b1", "a1");
        assertThat(find("shop:a", InstanceStatus.FAULTED)).containsExactly("a2");
        assertThat(find("shop:b", InstanceStatus.FAULTED)).isEmpty();
        assertThat(find("shop:none", null)).isEmpty();
        assertThat(find(null, InstanceStatus.SUSPENDED)).isEmpty();
        InstanceQuery some = InstanceQuery.all(1).withWorkflows(Set.of("shop:a", "shop:ab", "shop:none"));
        assertThat(allPages(some)).containsExactly("ab", "a2", "a1");
        assertThat(allPages(some.withStatus(InstanceStatus.RUNNING))).containsExactly("a1");
        assertThat(await(store().find(some.withStatus(InstanceStatus.RUNNING))).next()).as("a cursor for hidden rows").isNull();
    }

    @Test
    default void aFoundRowIsTheWholeRow() {
        assumeKeepsState();
        InstanceRow row = new InstanceRow("a", "shop:a", "2.1.0", InstanceStatus.WAITING, 1_000, 2_000, 3_000, "node-a");
        write(create(row, "1"));

        assertThat(await(store().find(InstanceQuery.all(10))).rows()).containsExactly(row);
    }

    @Test
    default void anInstanceIsFoundByTheStatusItHasNow() {
        assumeKeepsState();
        write(create(created("a", "shop:a", InstanceStatus.PENDING, 1_000), "1"));
        write(next(created("a", "shop:a", InstanceStatus.COMPLETED, 1_000), 1, 1, "2"));

        assertThat(find(null, InstanceStatus.PENDING)).isEmpty();
        assertThat(find(null, InstanceStatus.COMPLETED)).containsExactly("a");
        assertThat(find(null, null)).containsExactly("a");
    }

    @Test
    default void pagesFollowOneAnother() {
        assumeKeepsState();
        List<String> expected = new ArrayList<>();
        for (int i = 0; i < 37; i++) {
            // Several of the same millisecond, of several workflows and statuses.
            InstanceStatus status = InstanceStatus.values()[i % InstanceStatus.values().length];
            InstanceRow row = created(String.format("i-%02d", i), "shop:" + i % 3, status, 1_000 + i / 5);
            write(create(row, "1"));
            expected.add(row.id());
        }
        Collections.reverse(expected);

        assertThat(pages(10, null)).containsExactlyInAnyOrderElementsOf(expected);
        assertThat(pages(1, null)).isEqualTo(pages(10, null));
        assertThat(pages(37, null)).isEqualTo(pages(10, null));
        assertThat(pages(3, "shop:1")).isEqualTo(pages(10, null).stream()
                .filter(id -> Integer.parseInt(id.substring(2)) % 3 == 1).toList());
    }

    private List<String> pages(int limit, String workflow) {
        return allPages(InstanceQuery.all(limit).withWorkflow(workflow));
    }

    /** All pages of a search from its cursor on, put together. */
    private List<String> allPages(InstanceQuery query) {
        List<String> found = new ArrayList<>();
        long newest = Long.MAX_VALUE;
        String cursor = query.cursor();
        int pages = 0;
        do {
            InstancePage page = await(store().find(query.withCursor(cursor)));
            assertThat(page.rows()).hasSizeLessThanOrEqualTo(query.limit());
            for (InstanceRow row : page.rows()) {
                assertThat(row.createdAtMillis()).isLessThanOrEqualTo(newest);
                newest = row.createdAtMillis();
                found.add(row.id());
            }
            cursor = page.next();
            assertThat(++pages).as("pages").isLessThan(MAX_PAGES);
        } while (cursor != null);
        return found;
    }

    @Test
    default void whatIsNoCursorIsRefusedAndHarmsNobody() {
        assumeKeepsState();
        write(create(created("one", "shop:a", InstanceStatus.RUNNING, 1_000), "1"));
        for (String cursor : List.of("", "one", "no cursor")) {
            assertThatThrownBy(() -> await(store().find(InstanceQuery.all(1).withCursor(cursor))))
                    .isInstanceOf(IllegalArgumentException.class);
        }
        assertThat(await(store().find(InstanceQuery.all(1))).rows()).hasSize(1);
    }

    @Test
    default void newInstancesDoNotShiftThePages() {
        assumeKeepsState();
        for (int i = 0; i < 9; i++) {
            write(create(created("old-" + i, "shop:a", InstanceStatus.RUNNING, 1_000 + i), "1"));
        }
        InstancePage first = await(store().find(InstanceQuery.all(4)));
        write(create(created("new", "shop:a", InstanceStatus.RUNNING, 9_000), "1"));
        write(next(created("old-8", "shop:a", InstanceStatus.COMPLETED, 1_008), 1, 1, "2"));
        InstancePage second = await(store().find(InstanceQuery.all(4).withCursor(first.next())));
        InstancePage third = await(store().find(InstanceQuery.all(4).withCursor(second.next())));

        assertThat(first.rows()).extracting(InstanceRow::id).containsExactly("old-8", "old-7", "old-6", "old-5");
        assertThat(second.rows()).extracting(InstanceRow::id).containsExactly("old-4", "old-3", "old-2", "old-1");
        assertThat(third.rows()).extracting(InstanceRow::id).containsExactly("old-0");
        assertThat(third.next()).isNull();
    }

    @Test
    default void instancesAreFoundAfterTheStoreWasOpenedAgain() {
        assumeKeepsState();
        write(create(created("a", "shop:a", InstanceStatus.PENDING, 1_000), "1"));
        write(create(created("b", "shop:b", InstanceStatus.RUNNING, 2_000), "1"));
        write(next(created("a", "shop:a", InstanceStatus.FAULTED, 1_000), 1, 1, "2"));

        reopen();

        assertThat(find(null, null)).containsExactly("b", "a");
        assertThat(find("shop:a", InstanceStatus.FAULTED)).containsExactly("a");
        assertThat(find(null, InstanceStatus.PENDING)).isEmpty();
    }

    @Test
    default void whatIsLookedForByItsKeysIsFound() {
        assumeKeepsState();
        write(create(keyed("a", 1_000, "o-1", Map.of("customer", "c-1", "region", "eu")), "1"));
        write(create(keyed("b", 2_000, "o-2", Map.of("customer", "c-1", "region", "us")), "1"));
        write(create(keyed("c", 3_000, "o-1", Map.of("customer", "c-2")), "1"));
        write(create(created("d", "shop:orders", InstanceStatus.PENDING, 4_000), "1"));

        assertThat(idsOf(new SearchKeys("o-1", Map.of()))).containsExactly("c", "a");
        assertThat(idsOf(new SearchKeys(null, Map.of("customer", "c-1")))).containsExactly("b", "a");
        assertThat(idsOf(new SearchKeys(null, Map.of("customer", "c-1", "region", "eu")))).containsExactly("a");
        assertThat(idsOf(new SearchKeys("o-1", Map.of("customer", "c-2")))).containsExactly("c");
        assertThat(idsOf(new SearchKeys("c-1", Map.of()))).isEmpty();
        assertThat(idsOf(new SearchKeys(null, Map.of("customer", "o-1")))).isEmpty();
        assertThat(idsOf(SearchKeys.NONE)).containsExactly("d", "c", "b", "a");
    }

    @Test
    default void keysAreKeptAndCombinedWithPhases() {
        assumeKeepsState();
        InstanceRow row = keyed("a", CREATED_AT_MILLIS, "o-1 ö", Map.of("customer", "c-1"));
        write(create(row, "1"));
        InstanceRow running = inPhase("a", InstanceStatus.RUNNING, NODE).withKeys(row.keys());
        write(next(running, 1, 1, "2"));
        reopen();

        assertThat(row("a")).contains(running);
        InstanceQuery query = InstanceQuery.all(10).withKeys(row.keys());
        assertThat(await(store().find(query.withStatus(InstanceStatus.PENDING))).rows()).isEmpty();
        assertThat(await(store().find(query.withStatus(InstanceStatus.RUNNING))).rows()).containsExactly(running);
    }

    @Test
    default void whatANodeOwnsAndCanRunIsFound() {
        assumeKeepsState();
        List<String> owned = new ArrayList<>();
        for (int i = 0; i < 30; i++) {
            InstanceStatus status = InstanceStatus.values()[i % InstanceStatus.values().length];
            String owner = i % 2 == 0 ? NODE : i % 3 == 0 ? NODE + "-2" : null;
            InstanceRow row = inPhase(String.format("i-%02d", i), status, owner);
            write(create(row, "1"));
            if (NODE.equals(owner) && (status == InstanceStatus.PENDING || status == InstanceStatus.RUNNING)) {
                owned.add(row.id());
                assertThat(row(row.id())).contains(row);
            }
        }
        reopen();

        for (int limit : new int[] { 1, 3, 10, 1_000 }) {
            assertThat(ownedPages(limit)).isEqualTo(new TreeSet<>(owned));
        }
        write(next(inPhase(owned.get(0), InstanceStatus.COMPLETED, null), 1, 1, "2"));
        write(next(inPhase(owned.get(1), InstanceStatus.RUNNING, NODE + "-2"), 1, 1, "2"));
        assertThat(ownedPages(10)).isEqualTo(new TreeSet<>(owned.subList(2, owned.size())));
    }

    private Set<String> ownedPages(int limit) {
        Set<String> found = new TreeSet<>();
        String cursor = null;
        int pages = 0;
        do {
            assertThat(pages++).as("pages").isLessThan(MAX_PAGES);
            InstancePage page = await(store().findOwned(NODE, cursor, limit));
            assertThat(page.rows()).hasSizeLessThanOrEqualTo(limit).allMatch(row -> NODE.equals(row.owner()));
            page.rows().forEach(row -> found.add(row.id()));
            cursor = page.next();
        } while (cursor != null);
        return found;
    }

    /** A control character takes six in JSON. */
    @Test
    default void attributesAsManyAndAsLongAsTheyMayBeAreKept() {
        assumeKeepsState();
        Map<String, String> attributes = new TreeMap<>();
        String controls = "\u0001".repeat(SearchKeys.MAX_CHARACTERS - 2);
        for (int i = 0; i < SearchKeys.MAX_ATTRIBUTES; i++) {
            attributes.put((10 + i) + controls, (10 + i) + controls);
        }
        SearchKeys keys = new SearchKeys("o-1", attributes);
        write(create(keyed("a", CREATED_AT_MILLIS, null, Map.of()).withKeys(keys), "1"));
        reopen();

        assertThat(row("a").orElseThrow().keys()).isEqualTo(keys);
        assertThat(idsOf(keys)).containsExactly("a");
    }

    /** Half of a character cannot be written as UTF-8. */
    @Test
    default void keysWithHalvesOfCharactersAreFoundAndHideNoOthers() {
        assumeKeepsState();
        Map<String, SearchKeys> keys = new TreeMap<>();
        for (int i = 0; i < 20; i++) {
            keys.put("half-" + i, new SearchKeys("\uD800" + i, Map.of("\uDC00name", i + "\uD83D")));
            keys.put("whole-" + i, new SearchKeys("order-" + i, Map.of("name", i + "\uD83D\uDE00")));
        }
        commit(keys.entrySet().stream().map(entry -> create(
                keyed(entry.getKey(), 1_000, null, Map.of()).withKeys(entry.getValue()), "1")).toArray(InstanceWrite[]::new));

        for (int life = 0; life < 2; life++) {
            keys.forEach((id, wanted) -> {
                assertThat(idsOf(wanted)).containsExactly(id);
                assertThat(idsOf(new SearchKeys(wanted.businessKey(), Map.of()))).containsExactly(id);
                assertThat(row(id).orElseThrow().keys()).isEqualTo(wanted);
            });
            reopen();
        }
    }

    @Test
    default void aTimeOfCreationNarrowsTheSearch() {
        assumeKeepsState();
        for (int i = 1; i <= 6; i++) {
            write(create(keyed("i-" + i, 1_000 * i, "o-" + i % 2, Map.of()), "1"));
        }
        InstanceQuery query = InstanceQuery.all(2).withCreated(2_000, 6_000);

        InstancePage first = await(store().find(query));
        assertThat(first.rows()).extracting(InstanceRow::id).containsExactly("i-5", "i-4");
        InstancePage second = await(store().find(query.withCursor(first.next())));
        assertThat(second.rows()).extracting(InstanceRow::id).containsExactly("i-3", "i-2");
        assertThat(second.next()).isNull();
        assertThat(await(store().find(query.withKeys(new SearchKeys("o-1", Map.of())))).rows()).extracting(InstanceRow::id)
                .containsExactly("i-5", "i-3");
    }

    @Test
    default void pagesOfWhatIsFoundByKeysAreComplete() {
        assumeKeepsState();
        for (int i = 0; i < 9; i++) {
            write(create(keyed("i-" + i, 1_000 + i / 3, "o-1", Map.of("even", Boolean.toString(i % 2 == 0))), "1"));
        }
        InstanceQuery query = InstanceQuery.all(2).withKeys(new SearchKeys("o-1", Map.of("even", "true")));

        assertThat(allPages(query)).containsExactly("i-8", "i-6", "i-4", "i-2", "i-0");
    }

    @Test
    default void allCriteriaAreMetTogether() {
        assumeKeepsState();
        InstanceStatus[] statuses = InstanceStatus.values();
        List<InstanceRow> rows = new ArrayList<>();
        InstanceWrite[] writes = new InstanceWrite[240];
        for (int i = 0; i < writes.length; i++) {
            Map<String, String> attributes = Map.of("two", "v" + i % 2, "five", "v" + i % 5);
            InstanceRow row = created(String.format("i-%03d", i), "shop:w" + i % 3, statuses[i % 7 == 0 ? 1 : 6], 1_000 + i / 4)
                    .withKeys(new SearchKeys("k" + i % 10, attributes));
            rows.add(0, row);
            writes[i] = create(row, "1");
        }
        commit(writes);
        InstanceQuery all = InstanceQuery.all(4).withCreated(1_005, 1_055);
        for (int mask = 0; mask < 32; mask++) {
            Map<String, String> attributes = new HashMap<>();
            if ((mask & 1) != 0) {
                attributes.put("two", "v1");
            }
            if ((mask & 2) != 0) {
                attributes.put("five", "v3");
            }
            InstanceQuery query = all.withKeys(new SearchKeys((mask & 4) != 0 ? "k3" : null, attributes))
                    .withWorkflows((mask & 8) != 0 ? Set.of("shop:w2", "shop:w0") : null)
                    .withStatus((mask & 16) != 0 ? statuses[1] : null);
            assertThat(allPages(query)).as(query.toString())
                    .containsExactlyElementsOf(rows.stream().filter(query::matches).map(InstanceRow::id).toList());
        }
    }

    private List<String> idsOf(SearchKeys keys) {
        return allPages(InstanceQuery.all(10).withKeys(keys));
    }

    @Test
    default void aPageFollowsARowThatIsNotFoundAnyMore() {
        assumeKeepsState();
        for (int i = 0; i < 9; i++) {
            write(create(created("i-" + i, "shop:a", InstanceStatus.RUNNING, 1_000 + i / 3), "1"));
        }
        InstanceQuery query = InstanceQuery.all(3).withStatus(InstanceStatus.RUNNING);
        InstancePage first = await(store().find(query));
        List<String> found = new ArrayList<>();
        first.rows().forEach(row -> found.add(row.id()));
        InstanceRow last = first.rows().get(first.rows().size() - 1);
        write(next(created(last.id(), "shop:a", InstanceStatus.COMPLETED, last.createdAtMillis()).withKeepUntil(1_000), 1, 1,
                "2"));
        assertThat(await(store().removeEnded(1_000, 10))).isEqualTo(1);

        found.addAll(allPages(query.withCursor(first.next())));
        assertThat(found).containsExactlyInAnyOrder("i-0", "i-1", "i-2", "i-3", "i-4", "i-5", "i-6", "i-7", "i-8");
    }

    /** Letter case, accents, and spaces at the end are what collations of databases leave out. */
    @Test
    default void keysAreComparedCharacterByCharacter() {
        assumeKeepsState();
        List<String> keys = List.of("o", "O", "o ", " o", "\u00F3", "o\u0301", "", " ", "%", "_", "o%", "*", "\u00DF", "ss");
        for (String key : keys) {
            write(create(keyed("i-" + keys.indexOf(key), 1_000, key, Map.of("name", key, "n" + key, "same")), "1"));
        }
        for (String key : keys) {
            String id = "i-" + keys.indexOf(key);
            assertThat(idsOf(new SearchKeys(key, Map.of()))).as("business key '%s'", key).containsExactly(id);
            assertThat(idsOf(new SearchKeys(null, Map.of("name", key)))).as("value '%s'", key).containsExactly(id);
            assertThat(idsOf(new SearchKeys(null, Map.of("n" + key, "same")))).as("name 'n%s'", key).containsExactly(id);
        }
    }
}

package dev.cairn.persistence.file.index;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;

import org.h2.mvstore.MVMap;
import org.h2.mvstore.MVStore;
import org.h2.mvstore.type.ObjectDataType;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import dev.cairn.api.InstanceStatus;
import dev.cairn.api.SearchKeys;
import dev.cairn.spi.InstancePage;
import dev.cairn.spi.InstanceQuery;
import dev.cairn.spi.InstanceRow;

/** Cost of a page, as the number of key comparisons. */
class InstanceFinderTest {

    private static final int INSTANCES = 60_000;
    /** One in this number is both even and odd. */
    private static final int BOTH = 20_000;
    private static final int LIMIT = 100;
    /** Of a map of that many keys a seek compares about log2 of them, twice. */
    private static final int COMPARISONS_A_SEEK = 40;
    private static final InstanceQuery EVEN_AND_ODD = InstanceQuery.all(LIMIT)
            .withKeys(new SearchKeys(null, Map.of("even", "yes", "odd", "yes")));

    private final MVStore store = new MVStore.Builder().open();
    private final Comparing comparing = new Comparing();
    private final MVMap<String, IndexedInstance> instances = store.openMap("instances");
    private final MVMap<ListingKey, Boolean> listing = open("listing");
    private final MVMap<ListingKey, Boolean> keyed = open("keyed");
    private final InstanceFinder finder = new InstanceFinder(instances, listing, keyed);
    private final List<String> both = new ArrayList<>();

    private MVMap<ListingKey, Boolean> open(String name) {
        return store.openMap(name, new MVMap.Builder<ListingKey, Boolean>().keyType(comparing));
    }

    @BeforeEach
    void fill() {
        for (int i = 0; i < INSTANCES; i++) {
            boolean inBoth = i % BOTH == 0;
            SearchKeys keys = new SearchKeys(null, inBoth ? Map.of("even", "yes", "odd", "yes")
                    : Map.of(i % 2 == 0 ? "even" : "odd", "yes"));
            InstanceRow row = new InstanceRow("i-%06d".formatted(i), "shop:w" + i % 2, "1", InstanceStatus.COMPLETED, i, i,
                    InstanceRow.NEVER, null).withKeys(keys);
            instances.put(row.id(), new IndexedInstance(row, 1, 1, 1, List.of()));
            listing.put(ListingKey.of(row), true);
            ListingKey.ofKeys(row).forEach(key -> keyed.put(key, true));
            if (inBoth) {
                both.add(0, row.id());
            }
        }
    }

    @AfterEach
    void close() {
        store.close();
    }

    @Test
    void criteriaThatManyMeetAndHardlyOneTogetherEndAPageEarly() {
        InstancePage first = page(EVEN_AND_ODD);

        assertThat(first.rows()).isEmpty();
        assertThat(first.next()).isNotNull();
        assertThat(all(EVEN_AND_ODD)).isEqualTo(both);
    }

    @Test
    void soDoAnAttributeAndAWorkflow() {
        InstanceQuery query = InstanceQuery.all(LIMIT).withWorkflow("shop:w1")
                .withKeys(new SearchKeys(null, Map.of("even", "yes")));

        assertThat(page(query).next()).isNotNull();
        assertThat(all(query)).isEmpty();
        assertThat(all(query.withWorkflow("shop:w0").withKeys(new SearchKeys(null, Map.of("odd", "yes"))))).isEqualTo(both);
    }

    @Test
    void aPageThatIsFullEndsWhereItIsFull() {
        InstanceQuery query = InstanceQuery.all(LIMIT).withWorkflow("shop:w0")
                .withKeys(new SearchKeys(null, Map.of("even", "yes")));

        assertThat(page(query).rows()).hasSize(LIMIT);
        assertThat(all(query)).hasSize(INSTANCES / 2);
    }

    private List<String> all(InstanceQuery query) {
        List<String> found = new ArrayList<>();
        InstancePage page = page(query);
        page.rows().forEach(row -> found.add(row.id()));
        while (page.next() != null) {
            page = page(query.withCursor(page.next()));
            page.rows().forEach(row -> found.add(row.id()));
        }
        assertThat(found).isSortedAccordingTo(Comparator.reverseOrder()).doesNotHaveDuplicates();
        return found;
    }

    private InstancePage page(InstanceQuery query) {
        comparing.comparisons = 0;
        InstancePage page = finder.find(query);
        assertThat(comparing.comparisons).isLessThan(COMPARISONS_A_SEEK * (InstanceFinder.MAX_SEEKS + 10L * LIMIT));
        return page;
    }

    /** Counts what is compared. */
    private static final class Comparing extends ObjectDataType {

        private long comparisons;

        @Override
        public int compare(Object one, Object other) {
            comparisons++;
            return ((ListingKey) one).compareTo((ListingKey) other);
        }
    }
}

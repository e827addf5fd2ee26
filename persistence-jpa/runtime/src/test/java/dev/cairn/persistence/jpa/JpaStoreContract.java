package dev.cairn.persistence.jpa;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

import dev.cairn.api.InstanceStatus;
import dev.cairn.api.SearchKeys;
import dev.cairn.spi.InstancePage;
import dev.cairn.spi.InstanceQuery;
import dev.cairn.spi.InstanceRow;
import dev.cairn.spi.InstanceStore;
import dev.cairn.spi.InstanceWrite;
import dev.cairn.testkit.InstanceStoreContract;
import dev.cairn.testkit.SampleInstances;

/** The contract over one database for all tests of a class. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class JpaStoreContract extends InstanceStoreContract {

    private final PersistenceUnit unit = unit();
    private boolean fresh = true;

    /** The database, without tables or with those of an earlier test. */
    abstract PersistenceUnit unit();

    /** True if the store makes its tables, as the migrations do. */
    boolean createsTables() {
        return true;
    }

    @AfterEach
    final void startAfresh() {
        fresh = true;
    }

    @Override
    protected final InstanceStore open() {
        InstanceStore store = JpaStore.open(unit.sessions(), new JpaSettings(4, Duration.ofSeconds(30), createsTables()));
        if (fresh) {
            unit.empty();
        }
        fresh = false;
        return store;
    }

    @Test
    void criteriaThatManyMeetAndHardlyOneTogetherTakeSeveralPages() {
        int count = 4 * RarestCriterionSearch.MAX_CANDIDATES;
        List<String> both = new ArrayList<>();
        List<InstanceWrite> batch = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            boolean inBoth = i % 1_501 == 0;
            String workflow = i % 2 == 0 || inBoth ? "shop:even" : "shop:odd";
            InstanceRow row = SampleInstances.created("i-%05d".formatted(i), workflow, InstanceStatus.COMPLETED,
                    // Half of them in one millisecond.
                    1_000 + Math.max(0, i - count / 2))
                    .withKeys(new SearchKeys(null, i % 2 == 1 || inBoth ? Map.of("odd", "yes") : Map.of()));
            batch.add(SampleInstances.create(row, "1"));
            if (inBoth) {
                both.add(0, row.id());
            }
            if (batch.size() == 500 || i == count - 1) {
                commit(batch.toArray(InstanceWrite[]::new));
                batch.clear();
            }
        }
        InstanceQuery query = InstanceQuery.all(100).withWorkflow("shop:even")
                .withKeys(new SearchKeys(null, Map.of("odd", "yes")));

        List<String> found = new ArrayList<>();
        int pages = 0;
        String cursor = null;
        do {
            InstancePage page = await(store().find(query.withCursor(cursor)));
            page.rows().forEach(row -> found.add(row.id()));
            pages++;
            cursor = page.next();
        } while (cursor != null && pages < count);
        assertThat(found).isEqualTo(both);
        assertThat(pages).isEqualTo(3);
    }

    @AfterAll
    final void closeUnit() {
        unit.close();
    }
}

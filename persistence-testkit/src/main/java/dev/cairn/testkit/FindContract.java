package dev.cairn.testkit;

import static dev.cairn.testkit.Samples.create;
import static dev.cairn.testkit.Samples.created;
import static dev.cairn.testkit.Samples.next;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

import org.junit.jupiter.api.Test;

import dev.cairn.spi.InstancePage;
import dev.cairn.spi.InstanceQuery;
import dev.cairn.spi.InstanceRow;
import dev.cairn.spi.InstanceStatus;

/** Looking for instances: {@link dev.cairn.spi.InstanceStore#find}. */
public interface FindContract extends StoreUnderTest {

    /** The ids of one page without filters. */
    private List<String> find(String workflow, InstanceStatus status) {
        InstancePage page = await(store().find(new InstanceQuery(workflow, status, null, 100)));
        assertThat(page.next()).isNull();
        return page.rows().stream().map(InstanceRow::id).toList();
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
    }

    @Test
    default void aFoundRowIsTheWholeRow() {
        assumeKeepsState();
        InstanceRow row = new InstanceRow("a", "shop:a", "2.1.0", InstanceStatus.WAITING, 1_000, 2_000, 3_000, "node-a");
        write(create(row, "1"));

        assertThat(await(store().find(new InstanceQuery(null, null, null, 10))).rows()).containsExactly(row);
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

    /** All pages of a workflow, put together. */
    private List<String> pages(int limit, String workflow) {
        List<String> found = new ArrayList<>();
        long newest = Long.MAX_VALUE;
        String cursor = null;
        do {
            InstancePage page = await(store().find(new InstanceQuery(workflow, null, cursor, limit)));
            assertThat(page.rows()).hasSizeBetween(1, limit);
            for (InstanceRow row : page.rows()) {
                assertThat(row.createdAtMillis()).isLessThanOrEqualTo(newest);
                newest = row.createdAtMillis();
                found.add(row.id());
            }
            cursor = page.next();
        } while (cursor != null);
        return found;
    }

    @Test
    default void newInstancesDoNotShiftThePages() {
        assumeKeepsState();
        for (int i = 0; i < 9; i++) {
            write(create(created("old-" + i, "shop:a", InstanceStatus.RUNNING, 1_000 + i), "1"));
        }
        InstancePage first = await(store().find(new InstanceQuery(null, null, null, 4)));
        write(create(created("new", "shop:a", InstanceStatus.RUNNING, 9_000), "1"));
        write(next(created("old-8", "shop:a", InstanceStatus.COMPLETED, 1_008), 1, 1, "2"));
        InstancePage second = await(store().find(new InstanceQuery(null, null, first.next(), 4)));
        InstancePage third = await(store().find(new InstanceQuery(null, null, second.next(), 4)));

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
}

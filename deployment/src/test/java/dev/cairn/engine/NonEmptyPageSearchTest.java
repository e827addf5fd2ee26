package dev.cairn.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import dev.cairn.api.InstanceStatus;
import dev.cairn.engine.operation.NonEmptyPageSearch;
import dev.cairn.spi.InstancePage;
import dev.cairn.spi.InstanceQuery;
import dev.cairn.spi.InstanceRow;
import dev.cairn.spi.InstanceStore;
import dev.cairn.spi.StoreException;
import dev.cairn.testkit.ForwardingStore;
import dev.cairn.testkit.MemoryStore;
import io.smallrye.mutiny.Uni;
import io.smallrye.mutiny.helpers.test.UniAssertSubscriber;

class NonEmptyPageSearchTest {

    private static final InstanceRow ROW = new InstanceRow("found", "test:case", "1.0.0", InstanceStatus.RUNNING, 1, 1,
            InstanceRow.NEVER, "node");

    /** A store whose pages are empty up to a number of them. */
    private static InstanceStore emptyPages(int number) {
        return new ForwardingStore(new MemoryStore().open()) {
            @Override
            public Uni<InstancePage> find(InstanceQuery query) {
                int page = query.cursor() == null ? 0 : Integer.parseInt(query.cursor());
                return Uni.createFrom().item(page < number ? new InstancePage(List.of(), String.valueOf(page + 1))
                        : new InstancePage(List.of(ROW), null));
            }
        };
    }

    /** A search that ends early gives a page without rows, whose cursor leads on. */
    @ParameterizedTest
    @CsvSource({ "0, 0, true,", "3, 3, true,", "3, 2, false, 3", "3, 2147483647, true," })
    void itGoesPastEmptyPages(int empty, int mostEmpty, boolean found, String next) {
        InstancePage page = NonEmptyPageSearch.find(emptyPages(empty), InstanceQuery.all(10), mostEmpty).await().indefinitely();
        assertThat(page.rows()).isEqualTo(found ? List.of(ROW) : List.of());
        assertThat(page.next()).isEqualTo(next);
    }

    @Test
    void itFailsAsTheStoreDoes() {
        StoreException planted = new StoreException("planted", false, null);
        InstanceStore failing = new ForwardingStore(new MemoryStore().open()) {
            @Override
            public Uni<InstancePage> find(InstanceQuery query) {
                return query.cursor() == null ? Uni.createFrom().item(new InstancePage(List.of(), "1"))
                        : Uni.createFrom().failure(planted);
            }
        };
        UniAssertSubscriber<InstancePage> answer = NonEmptyPageSearch.find(failing, InstanceQuery.all(10), 1).subscribe()
                .withSubscriber(UniAssertSubscriber.create());
        assertThat(answer.assertFailed().getFailure()).isSameAs(planted);
    }
}

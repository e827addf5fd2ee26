package dev.cairn.persistence.jpa;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

import org.junit.jupiter.api.Test;

import dev.cairn.api.InstanceStatus;
import dev.cairn.spi.EncodedEntry;
import dev.cairn.spi.InstanceRow;
import dev.cairn.spi.InstanceWrite;

class EntryBundleTest {

    private static final byte[] SMALL = { 1, 2, 3 };
    private static final byte[] EMPTY = {};
    private static final byte[] LARGE = new byte[EntryBundle.MAX_BYTES];

    @Test
    void anEntryAloneIsStoredAsItIs() {
        List<EntryBundle> bundles = bundles(7, SMALL);

        assertThat(bundles).singleElement().satisfies(bundle -> {
            assertThat(bundle.position()).isEqualTo(7);
            assertThat(bundle.entryCount()).isEqualTo(1);
            assertThat(bundle.payload().bytes()).isSameAs(SMALL);
        });
        assertThat(unpacked(bundles)).containsExactly(SMALL);
    }

    @Test
    void severalSmallEntriesAreOneRow() {
        List<EntryBundle> bundles = bundles(0, SMALL, EMPTY, SMALL);

        assertThat(bundles).singleElement()
                .satisfies(bundle -> assertThat(bundle.payload().bytes()).containsExactly(0, 0, 0, 3, 1, 2, 3,
                        0, 0, 0, 0, 0, 0, 0, 3, 1, 2, 3));
        assertThat(unpacked(bundles)).containsExactly(SMALL, EMPTY, SMALL);
    }

    @Test
    void aLargeEntryHasARowOfItsOwnAndIsNotCopied() {
        List<EntryBundle> bundles = bundles(3, SMALL, SMALL, LARGE, EMPTY, SMALL);

        assertThat(bundles).extracting(EntryBundle::position).containsExactly(3L, 5L, 6L);
        assertThat(bundles).extracting(EntryBundle::entryCount).containsExactly(2, 1, 2);
        assertThat(bundles.get(1).payload().bytes()).isSameAs(LARGE);
        assertThat(unpacked(bundles)).containsExactly(SMALL, SMALL, LARGE, EMPTY, SMALL);
    }

    @Test
    void aWriteWithoutEntriesHasNoRow() {
        assertThat(bundles(5)).isEmpty();
    }

    @Test
    void whatWasNotPackedLikeThatIsRefused() {
        Stream.of(new byte[] {}, new byte[] { 0, 0, 0, 1, 9, 0, 0 }, new byte[] { 0, 0, 0, 9, 1, 0, 0, 0, 0 },
                new byte[] { -1, 0, 0, 0, 0, 0, 0, 0 }, new byte[] { 0, 0, 0, 0, 0, 0, 0, 0, 7 })
                .forEach(damaged -> assertThat(new EntryBundle(0, 2, EncodedEntry.of(damaged)).unpack(new ArrayList<>()))
                        .isFalse());
    }

    private static List<EntryBundle> bundles(long position, byte[]... entries) {
        InstanceRow row = new InstanceRow("i-1", "shop:orders", "1.0.0", InstanceStatus.RUNNING, 1, 1, InstanceRow.NEVER, null);
        return EntryBundle.of(InstanceWrite.of(row, 1, position, List.of(entries)));
    }

    private static List<byte[]> unpacked(List<EntryBundle> bundles) {
        List<byte[]> entries = new ArrayList<>();
        bundles.forEach(bundle -> assertThat(bundle.unpack(entries)).isTrue());
        return entries;
    }
}

package dev.cairn.management.live;

import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

import dev.cairn.management.live.ChangeBlock.Selection;

/**
 * Recent entries of the ring in blocks, whose encoded text viewers with equal filters share: encoding for each of 100 viewers took most of
 * the engine's time. Bounded by blocks and bytes; older blocks make room. Thread-safe; encoding happens outside the lock.
 */
final class ChangeBlockCache {

    /** A block ends at a multiple of this, so that viewers at different positions share later blocks. */
    private static final int BLOCK_ENTRIES = 256;
    /** A quarter of the ring: viewers are woken after an eighth of it at the latest. */
    private static final int MAX_BLOCKS = 32;
    private static final long MAX_TEXT_BYTES = 4L << 20;

    private final ChangeRing ring;
    /** By their range, in the order they were first read. Guarded by this. */
    private final Map<Range, ChangeBlock> blocks = new LinkedHashMap<>();
    /** Size of all texts of these blocks. Guarded by this. */
    private long textBytes;

    private record Range(long from, long until) {}

    ChangeBlockCache(ChangeRing ring) {
        this.ring = ring;
    }

    /**
     * Reads entries from a sequence number on.
     *
     * @param until the sequence number behind the last entry to read; greater than {@code from}
     * @return at least one entry; null if the ring has overwritten some of them
     */
    synchronized ChangeBlock read(long from, long until) {
        Range range = new Range(from, Math.min(until, (from / BLOCK_ENTRIES + 1) * BLOCK_ENTRIES));
        ChangeBlock known = blocks.get(range);
        if (known != null) {
            return known;
        }
        List<ChangeRingEntry> entries = ring.read(from, (int) (range.until - from));
        if (entries == null) {
            return null;
        }
        ChangeBlock block = new ChangeBlock(entries);
        blocks.put(range, block);
        // Large entries leave the ring early: keeping them here would exceed the bytes that the ring may have.
        while (blocks.size() > MAX_BLOCKS || !blocks.isEmpty() && !ring.has(oldest())) {
            removeFirst();
        }
        return block;
    }

    private long oldest() {
        return blocks.keySet().iterator().next().from;
    }

    /** The text of the entries of a block that a viewer is shown; empty without any. The caller must not change it. */
    byte[] text(ChangeBlock block, ChangeFilter filter, Set<String> hidden) {
        Selection selection = new Selection(filter.workflow(), filter.instance(), filter.tasks(), hidden);
        byte[] known = known(block, selection);
        if (known != null) {
            return known;
        }
        byte[] text = block.encode(filter, hidden, ring.life());
        keep(block, selection, text);
        return text;
    }

    private synchronized byte[] known(ChangeBlock block, Selection selection) {
        return block.texts.get(selection);
    }

    private synchronized void keep(ChangeBlock block, Selection selection, byte[] text) {
        // A block that was removed meanwhile, or just now, keeps no text: its bytes would not be counted.
        while (textBytes + text.length > MAX_TEXT_BYTES && !blocks.isEmpty()) {
            removeFirst();
        }
        if (blocks.containsValue(block) && block.texts.putIfAbsent(selection, text) == null) {
            textBytes += text.length;
        }
    }

    private void removeFirst() {
        Iterator<ChangeBlock> oldest = blocks.values().iterator();
        ChangeBlock block = oldest.next();
        oldest.remove();
        textBytes -= block.texts.values().stream().mapToLong(text -> text.length).sum();
        block.texts.clear();
    }

    /** Forgets all blocks. */
    synchronized void clear() {
        blocks.clear();
        textBytes = 0;
    }
}

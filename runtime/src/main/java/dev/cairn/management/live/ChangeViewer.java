package dev.cairn.management.live;

import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * A client that reads changes. It has no queue of its own but a place in the ring: if the ring overtakes it, it is dropped. Everything
 * happens in actions that the sink runs, one at a time.
 */
public final class ChangeViewer {

    /** Blocks read in a row. Then others have their turn on the event loop. */
    private static final int MAX_WRITES = 8;

    private final ChangeHub hub;
    private final ChangeBlockCache blocks;
    private final ChangeRing ring;
    private final ChangeFilter filter;
    private final ViewerSink sink;
    private final Map<String, Boolean> visible = new HashMap<>();
    /** Sequence number of the next entry to read. */
    private long cursor;
    private boolean opened;
    private boolean waitsForRoom;
    private boolean wroteSinceBeat;
    private boolean wasFullAtBeat;
    private boolean over;

    ChangeViewer(ChangeHub hub, ChangeBlockCache blocks, ChangeRing ring, ChangeFilter filter, ViewerSink sink, long cursor) {
        this.hub = hub;
        this.blocks = blocks;
        this.ring = ring;
        this.filter = filter;
        this.sink = sink;
        this.cursor = cursor;
    }

    ChangeFilter filter() {
        return filter;
    }

    ViewerSink sink() {
        return sink;
    }

    /** Writes the first block. */
    void open(boolean missed) {
        opened = true;
        sink.write(ChangeTextEncoder.opening(ring.id(cursor - 1), ChangeHub.RETRY_MILLIS));
        if (missed) {
            sink.write(StreamInterruptionReason.MISSED.text(ring.id(cursor - 1)));
        }
        pump();
    }

    /** Writes what has come since, as long as there is room. */
    void pump() {
        for (int writes = 0; opened && !over && !waitsForRoom; writes++) {
            long until = hub.readable();
            if (cursor >= until) {
                return;
            }
            ChangeBlock block = blocks.read(cursor, until);
            if (block == null) {
                end(StreamInterruptionReason.SLOW);
            } else if (!sink.isWritable()) {
                waitsForRoom = true;
                sink.onWritable(this::goOn);
            } else if (writes == MAX_WRITES) {
                sink.run(this::pump);
                return;
            } else {
                write(block);
                cursor += block.size();
            }
        }
    }

    private void goOn() {
        waitsForRoom = false;
        pump();
    }

    private void write(ChangeBlock block) {
        if (!block.mayConcern(filter)) {
            return;
        }
        byte[] text = blocks.text(block, filter, hidden(block));
        if (text.length > 0) {
            sink.write(text);
            wroteSinceBeat = true;
        }
    }

    /** The workflows of a block that the viewer may not see; only its own if the filter has one. */
    private Set<String> hidden(ChangeBlock block) {
        if (filter.workflow() != null) {
            return maySee(filter.workflow()) ? Set.of() : Set.of(filter.workflow());
        }
        return block.workflows().stream().filter(workflow -> !maySee(workflow)).collect(Collectors.toUnmodifiableSet());
    }

    private boolean maySee(String workflow) {
        return visible.computeIfAbsent(workflow, filter.maySee()::test);
    }

    /** A while has passed: keeps the connection from being idle, and ends it if the client has not read meanwhile. */
    void beat() {
        // If the ring has overtaken it while there was no room, nothing else would notice.
        if (waitsForRoom && !over && ring.read(cursor, 1) == null) {
            end(StreamInterruptionReason.SLOW);
        }
        pump();
        if (over || !opened) {
            return;
        }
        boolean isFull = !sink.isWritable();
        if (isFull && wasFullAtBeat) {
            end(StreamInterruptionReason.SLOW);
        } else if (!isFull && !wroteSinceBeat) {
            sink.write(ChangeTextEncoder.position(ring.id(cursor - 1)));
        }
        wasFullAtBeat = isFull;
        wroteSinceBeat = false;
    }

    /** Tells the client why, and ends its stream. */
    void end(StreamInterruptionReason reason) {
        if (!over) {
            close();
            // Without an id: the client goes on from the last change that it has.
            sink.write(reason.text(null));
            sink.end();
        }
    }

    /** The client has gone. */
    void close() {
        if (!over) {
            over = true;
            hub.remove(this);
        }
    }

    /** As {@link #end}, from any thread, in its turn. */
    public void endLater(StreamInterruptionReason reason) {
        sink.run(() -> end(reason));
    }

    /** As {@link #endLater}, of a client that has gone. */
    public void closeLater() {
        sink.run(this::close);
    }
}

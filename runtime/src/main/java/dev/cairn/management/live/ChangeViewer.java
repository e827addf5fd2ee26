package dev.cairn.management.live;

import java.io.ByteArrayOutputStream;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * A client that reads changes. It has no queue of its own but a place in the ring: if the ring overtakes it, it is dropped. Everything
 * happens in actions that the sink runs, one at a time.
 */
public final class ChangeViewer {

    private static final int MAX_ENTRIES = 256;
    /** Of the text of an entry. */
    private static final int USUAL_BYTES = 256;
    /** Then others have their turn on the event loop. */
    private static final int MAX_WRITES = 8;

    private final ChangeHub hub;
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

    ChangeViewer(ChangeHub hub, ChangeRing ring, ChangeFilter filter, ViewerSink sink, long cursor) {
        this.hub = hub;
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
        sink.write(ChangeText.opening(ring.id(cursor - 1), ChangeHub.RETRY_MILLIS));
        if (missed) {
            sink.write(StreamReason.MISSED.text(ring.id(cursor - 1)));
        }
        pump();
    }

    /** Writes what has come since, as long as there is room. */
    void pump() {
        for (int writes = 0; opened && !over && !waitsForRoom; writes++) {
            List<RingEntry> entries = ring.read(cursor, MAX_ENTRIES);
            if (entries == null) {
                end(StreamReason.SLOW);
            } else if (entries.isEmpty()) {
                return;
            } else if (!sink.isWritable()) {
                waitsForRoom = true;
                sink.onWritable(this::goOn);
            } else if (writes == MAX_WRITES) {
                sink.run(this::pump);
                return;
            } else {
                write(entries);
                cursor += entries.size();
            }
        }
    }

    private void goOn() {
        waitsForRoom = false;
        pump();
    }

    private void write(List<RingEntry> entries) {
        ByteArrayOutputStream text = null;
        for (RingEntry entry : entries) {
            if (entry.change() == null || filter.takes(entry.change()) && maySee(entry.change().workflow())) {
                text = text == null ? new ByteArrayOutputStream(entries.size() * USUAL_BYTES) : text;
                text.writeBytes(entry.text(ring.life()));
            }
        }
        if (text != null) {
            sink.write(text.toByteArray());
            wroteSinceBeat = true;
        }
    }

    private boolean maySee(String workflow) {
        return visible.computeIfAbsent(workflow, filter.maySee()::test);
    }

    /** A while has passed: keeps the connection from being idle, and ends it if the client has not read meanwhile. */
    void beat() {
        // If the ring has overtaken it while there was no room, nothing else would notice.
        if (waitsForRoom && !over && ring.read(cursor, 1) == null) {
            end(StreamReason.SLOW);
        }
        pump();
        if (over || !opened) {
            return;
        }
        boolean isFull = !sink.isWritable();
        if (isFull && wasFullAtBeat) {
            end(StreamReason.SLOW);
        } else if (!isFull && !wroteSinceBeat) {
            sink.write(ChangeText.position(ring.id(cursor - 1)));
        }
        wasFullAtBeat = isFull;
        wroteSinceBeat = false;
    }

    /** Tells the client why, and ends its stream. */
    void end(StreamReason reason) {
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
    public void endLater(StreamReason reason) {
        sink.run(() -> end(reason));
    }

    /** As {@link #endLater}, of a client that has gone. */
    public void closeLater() {
        sink.run(this::close);
    }
}

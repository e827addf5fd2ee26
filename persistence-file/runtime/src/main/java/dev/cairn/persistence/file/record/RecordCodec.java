package dev.cairn.persistence.file.record;

import java.nio.BufferUnderflowException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

import dev.cairn.api.InstanceStatus;
import dev.cairn.api.SearchKeys;
import dev.cairn.spi.EncodedEntry;
import dev.cairn.spi.InstanceRow;

/**
 * The bytes of a record. A kind, then its parts in order; numbers are of variable length, strings and entries are preceded by their
 * length. An address is written as the distance from the record that holds it.
 */
public final class RecordCodec {

    private static final int WRITTEN = 1;
    private static final int MOVED = 2;
    private static final int REMOVED = 3;
    private static final int RESTATED = 4;

    private static final int OWNED = 1;
    private static final int KEYED = 2;
    private static final int FAILED = 4;

    private RecordCodec() {}

    /** Appends a record that will lie at an address. */
    public static void encode(LogRecord record, long address, GatheringByteWriter sink) {
        if (record instanceof LogRecord.Written written) {
            sink.put(WRITTEN);
            encodeRow(written.row(), sink);
            sink.putVar(written.epoch());
            sink.putVar(written.position());
            encodeLink(written, address, sink);
        } else if (record instanceof LogRecord.Restated restated) {
            sink.put(RESTATED);
            encodeRow(restated.row(), sink);
            sink.putVar(restated.epoch());
            sink.putVar(restated.total());
            sink.putVar(restated.position());
            sink.putVar(restated.freedBytes());
            encodeLink(restated, address, sink);
        } else if (record instanceof LogRecord.Moved moved) {
            sink.put(MOVED);
            sink.putString(moved.instanceId());
            sink.putVar(moved.position());
            sink.putVar(moved.freedBytes());
            encodeLink(moved, address, sink);
        } else if (record instanceof LogRecord.Removed removed) {
            sink.put(REMOVED);
            sink.putVar(removed.ids().size());
            removed.ids().forEach(sink::putString);
        } else {
            throw new IllegalArgumentException("Not a record of the log: " + record);
        }
    }

    /**
     * @throws IllegalArgumentException if these are not the bytes of a record
     */
    public static LogRecord decode(long address, ByteReader source) {
        try {
            LogRecord record = decodeKind(source.get(), address, source);
            if (!source.exhausted()) {
                throw new IllegalArgumentException("More bytes than a record at " + address);
            }
            return record;
        } catch (BufferUnderflowException e) {
            throw new IllegalArgumentException("Fewer bytes than a record at " + address, e);
        }
    }

    /**
     * The instance that a record is about, or null; without looking at the rest of it.
     *
     * @throws IllegalArgumentException if these are not the bytes of a record
     */
    public static String instanceId(long address, ByteReader source) {
        try {
            return source.get() == REMOVED ? null : source.getString();
        } catch (BufferUnderflowException e) {
            throw new IllegalArgumentException("Fewer bytes than a record at " + address, e);
        }
    }

    private static LogRecord decodeKind(int kind, long address, ByteReader source) {
        switch (kind) {
            case WRITTEN -> {
                InstanceRow row = decodeRow(source);
                return new LogRecord.Written(row, source.getVar(), source.getVar(), decodePrevious(address, source),
                        decodeEntries(source));
            }
            case RESTATED -> {
                InstanceRow row = decodeRow(source);
                return new LogRecord.Restated(row, source.getVar(), source.getVar(), source.getVar(), source.getVar(),
                        decodePrevious(address, source), decodeEntries(source));
            }
            case MOVED -> {
                return new LogRecord.Moved(source.getString(), source.getVar(), source.getVar(),
                        decodePrevious(address, source), decodeEntries(source));
            }
            case REMOVED -> {
                int count = source.getCount();
                List<String> ids = new ArrayList<>(count);
                for (int i = 0; i < count; i++) {
                    ids.add(source.getString());
                }
                return new LogRecord.Removed(ids);
            }
            default -> throw new IllegalArgumentException("No kind of record has the number " + kind + " at " + address);
        }
    }

    private static void encodeLink(LogRecord.Link link, long address, GatheringByteWriter sink) {
        sink.putVar(link.previous() == LogRecord.NONE ? 0 : address - link.previous());
        sink.putVar(link.entries().size());
        link.entries().forEach(sink::putEntry);
    }

    private static long decodePrevious(long address, ByteReader source) {
        long distance = source.getVar();
        return distance == 0 ? LogRecord.NONE : address - distance;
    }

    private static List<EncodedEntry> decodeEntries(ByteReader source) {
        int count = source.getCount();
        List<EncodedEntry> entries = new ArrayList<>(count);
        for (int i = 0; i < count; i++) {
            entries.add(EncodedEntry.of(source.getBytes()));
        }
        return entries;
    }

    private static void encodeRow(InstanceRow row, GatheringByteWriter sink) {
        sink.putString(row.id());
        sink.putString(row.workflow());
        sink.putString(row.version());
        sink.put(row.status().code());
        sink.putVar(row.createdAtMillis());
        sink.putVar(row.updatedAtMillis());
        sink.putVar(row.wakeAtMillis());
        sink.putVar(row.keepUntilMillis());
        boolean keyed = !row.keys().equals(SearchKeys.NONE);
        sink.put((row.owner() == null ? 0 : OWNED) | (keyed ? KEYED : 0) | (row.errorType() == null ? 0 : FAILED));
        if (row.owner() != null) {
            sink.putString(row.owner());
        }
        if (keyed) {
            encodeKeys(row.keys(), sink);
        }
        if (row.errorType() != null) {
            sink.putString(row.errorType());
        }
    }

    private static void encodeKeys(SearchKeys keys, GatheringByteWriter sink) {
        sink.put(keys.businessKey() == null ? 0 : 1);
        if (keys.businessKey() != null) {
            sink.putString(keys.businessKey());
        }
        sink.putVar(keys.attributes().size());
        keys.attributes().forEach((name, value) -> {
            sink.putString(name);
            sink.putString(value);
        });
    }

    private static InstanceRow decodeRow(ByteReader source) {
        String id = source.getString();
        String workflow = source.getString();
        String version = source.getString();
        InstanceStatus status = InstanceStatus.ofCode(source.get());
        long createdAtMillis = source.getVar();
        long updatedAtMillis = source.getVar();
        long wakeAtMillis = source.getVar();
        long keepUntilMillis = source.getVar();
        int flags = source.get();
        String owner = (flags & OWNED) == 0 ? null : source.getString();
        SearchKeys keys = (flags & KEYED) == 0 ? SearchKeys.NONE : decodeKeys(source);
        String errorType = (flags & FAILED) == 0 ? null : source.getString();
        return new InstanceRow(id, workflow, version, status, createdAtMillis, updatedAtMillis, wakeAtMillis, owner,
                keepUntilMillis, keys, errorType);
    }

    private static SearchKeys decodeKeys(ByteReader source) {
        String businessKey = source.get() == 0 ? null : source.getString();
        int count = source.getCount();
        Map<String, String> attributes = new TreeMap<>();
        for (int i = 0; i < count; i++) {
            attributes.put(source.getString(), source.getString());
        }
        return new SearchKeys(businessKey, attributes);
    }
}

package dev.cairn.persistence.file.index;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

import org.h2.mvstore.DataUtils;
import org.h2.mvstore.WriteBuffer;

import dev.cairn.api.InstanceStatus;
import dev.cairn.api.SearchKeys;
import dev.cairn.persistence.file.record.InstanceRecordChain;
import dev.cairn.spi.InstanceRow;

/** Data types of MVStore for the keys and values of the index. No stored value names a class. */
public final class IndexDataTypes {

    public static final PrefixCompressedDataType<String> ID = new IdType();
    public static final PrefixCompressedDataType<IndexedInstance> STATE = new StateType();
    public static final PrefixCompressedDataType<ListingKey> LISTING = new ListingType();
    public static final PrefixCompressedDataType<TimeKey> TIME = new TimeType();
    static final PrefixCompressedDataType<Boolean> PRESENT = new PresentType();

    private IndexDataTypes() {}

    private static final class IdType extends PrefixCompressedDataType<String> {

        IdType() {
            super(String.class);
        }

        @Override
        public int compare(String one, String other) {
            return one.compareTo(other);
        }

        @Override
        public int getMemory(String id) {
            return memory(id);
        }

        @Override
        void write(WriteBuffer target, String id, String before) {
            writeString(target, id, before);
        }

        @Override
        String read(ByteBuffer source, String before) {
            return readString(source, before);
        }
    }

    private static final class StateType extends PrefixCompressedDataType<IndexedInstance> {

        private static final int OWNED = 8;
        private static final int KEYED = 16;
        private static final int FAILED = 32;
        private static final int STATUS = 7;
        private static final IndexedInstance NOTHING = new IndexedInstance(
                new InstanceRow("", "", "", InstanceStatus.PENDING, 0, 0, 0, ""), 0, 0, 0, List.of());

        StateType() {
            super(IndexedInstance.class);
        }

        @Override
        public int getMemory(IndexedInstance state) {
            return 200 + memory(state.row().id()) + memory(state.row().keys())
                    + memory(state.row().errorType()) + 56 * state.extents().size();
        }

        @Override
        void write(WriteBuffer target, IndexedInstance state, IndexedInstance neighbour) {
            IndexedInstance before = neighbour == null ? NOTHING : neighbour;
            InstanceRow row = state.row();
            boolean keyed = !row.keys().equals(SearchKeys.NONE);
            target.put((byte) (row.status().code() | (row.owner() == null ? 0 : OWNED) | (keyed ? KEYED : 0)
                    | (row.errorType() == null ? 0 : FAILED)));
            writeString(target, row.id(), before.row().id());
            writeString(target, row.workflow(), before.row().workflow());
            writeString(target, row.version(), before.row().version());
            target.putVarLong(row.createdAtMillis());
            target.putVarLong(row.updatedAtMillis());
            target.putVarLong(row.wakeAtMillis());
            if (row.owner() != null) {
                writeString(target, row.owner(), before.row().owner());
            }
            target.putVarLong(row.keepUntilMillis());
            if (keyed) {
                writeKeys(target, row.keys());
            }
            if (row.errorType() != null) {
                writeString(target, row.errorType(), before.row().errorType());
            }
            target.putVarLong(state.epoch()).putVarLong(state.entries()).putVarLong(state.life());
            target.putVarInt(state.extents().size());
            for (InstanceRecordChain extent : state.extents()) {
                target.putVarLong(extent.last()).putVarLong(extent.entries()).putVarLong(extent.bytes());
            }
        }

        @Override
        IndexedInstance read(ByteBuffer source, IndexedInstance neighbour) {
            IndexedInstance before = neighbour == null ? NOTHING : neighbour;
            int flags = source.get();
            String id = readString(source, before.row().id());
            String workflow = readString(source, before.row().workflow());
            String version = readString(source, before.row().version());
            long createdAtMillis = DataUtils.readVarLong(source);
            long updatedAtMillis = DataUtils.readVarLong(source);
            long wakeAtMillis = DataUtils.readVarLong(source);
            String owner = (flags & OWNED) == 0 ? null : readString(source, before.row().owner());
            long keepUntilMillis = DataUtils.readVarLong(source);
            SearchKeys keys = (flags & KEYED) == 0 ? SearchKeys.NONE : readKeys(source);
            String errorType = (flags & FAILED) == 0 ? null : readString(source, before.row().errorType());
            InstanceRow row = new InstanceRow(id, workflow, version, InstanceStatus.ofCode(flags & STATUS), createdAtMillis,
                    updatedAtMillis, wakeAtMillis, owner, keepUntilMillis, keys, errorType);
            return new IndexedInstance(row, DataUtils.readVarLong(source), DataUtils.readVarLong(source),
                    DataUtils.readVarLong(source), readExtents(source));
        }

        private static int memory(SearchKeys keys) {
            if (keys.equals(SearchKeys.NONE)) {
                return 0;
            }
            int total = 104 + memory(keys.businessKey());
            for (Map.Entry<String, String> attribute : keys.attributes().entrySet()) {
                total += 40 + memory(attribute.getKey()) + memory(attribute.getValue());
            }
            return total;
        }

        private static void writeKeys(WriteBuffer target, SearchKeys keys) {
            target.put((byte) (keys.businessKey() == null ? 0 : 1));
            if (keys.businessKey() != null) {
                writeString(target, keys.businessKey(), null);
            }
            target.putVarInt(keys.attributes().size());
            keys.attributes().forEach((name, value) -> {
                writeString(target, name, null);
                writeString(target, value, null);
            });
        }

        private static SearchKeys readKeys(ByteBuffer source) {
            String businessKey = source.get() == 0 ? null : readString(source, null);
            int count = DataUtils.readVarInt(source);
            Map<String, String> attributes = new TreeMap<>();
            for (int i = 0; i < count; i++) {
                attributes.put(readString(source, null), readString(source, null));
            }
            return new SearchKeys(businessKey, attributes);
        }

        private static List<InstanceRecordChain> readExtents(ByteBuffer source) {
            int count = DataUtils.readVarInt(source);
            List<InstanceRecordChain> extents = new ArrayList<>(count);
            for (int i = 0; i < count; i++) {
                extents.add(new InstanceRecordChain(DataUtils.readVarLong(source), DataUtils.readVarLong(source),
                        DataUtils.readVarLong(source)));
            }
            return List.copyOf(extents);
        }
    }

    private static final class ListingType extends PrefixCompressedDataType<ListingKey> {

        ListingType() {
            super(ListingKey.class);
        }

        @Override
        public int compare(ListingKey one, ListingKey other) {
            return one.compareTo(other);
        }

        @Override
        public int getMemory(ListingKey key) {
            return 40 + memory(key.group()) + memory(key.id());
        }

        @Override
        void write(WriteBuffer target, ListingKey key, ListingKey before) {
            writeString(target, key.group(), before == null ? null : before.group());
            target.put((byte) key.status());
            target.putVarLong(key.createdAtMillis());
            writeString(target, key.id(), before == null ? null : before.id());
        }

        @Override
        ListingKey read(ByteBuffer source, ListingKey before) {
            return new ListingKey(readString(source, before == null ? null : before.group()), source.get(),
                    DataUtils.readVarLong(source), readString(source, before == null ? null : before.id()));
        }
    }

    private static final class TimeType extends PrefixCompressedDataType<TimeKey> {

        TimeType() {
            super(TimeKey.class);
        }

        @Override
        public int compare(TimeKey one, TimeKey other) {
            return one.compareTo(other);
        }

        @Override
        public int getMemory(TimeKey key) {
            return 32 + memory(key.id());
        }

        @Override
        void write(WriteBuffer target, TimeKey key, TimeKey before) {
            target.putVarLong(key.atMillis());
            writeString(target, key.id(), before == null ? null : before.id());
        }

        @Override
        TimeKey read(ByteBuffer source, TimeKey before) {
            return new TimeKey(DataUtils.readVarLong(source),
                    readString(source, before == null ? null : before.id()));
        }
    }

    /** The value of a map that is a set. */
    private static final class PresentType extends PrefixCompressedDataType<Boolean> {

        PresentType() {
            super(Boolean.class);
        }

        @Override
        public int getMemory(Boolean present) {
            return 0;
        }

        @Override
        void write(WriteBuffer target, Boolean present, Boolean before) {
            // Being a value of the map says everything.
        }

        @Override
        Boolean read(ByteBuffer source, Boolean before) {
            return Boolean.TRUE;
        }
    }
}

package dev.cairn.engine;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.reflect.RecordComponent;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;

import dev.cairn.api.InstanceStatus;
import dev.cairn.api.SearchKeys;
import dev.cairn.api.WorkflowError;
import dev.cairn.executor.JournalEvent;
import dev.cairn.executor.TableCase;
import dev.cairn.journal.GroupCommitJournal;
import dev.cairn.journal.JournalDependencies;
import dev.cairn.journal.JournalEncodingOptions;
import dev.cairn.journal.JournalEntry;
import dev.cairn.journal.PayloadCodecChain;
import dev.cairn.journal.codec.AesGcmCodec;
import dev.cairn.journal.codec.DeflateCodec;
import dev.cairn.journal.codec.EncryptionKeys;
import dev.cairn.journal.codec.Lz4Codec;
import dev.cairn.spi.CommitResult;
import dev.cairn.spi.InstanceRow;
import dev.cairn.spi.InstanceWrite;
import dev.cairn.testkit.ManualTime;
import dev.cairn.testkit.MemoryStore;
import dev.cairn.time.EncryptionNonceSource;
import dev.cairn.value.JqValues;
import dev.cairn.value.JsonPayload;

/**
 * The journals that releases have written, one directory each, with what they have to be read as: definitions, entries, and what the
 * instance wants or has come to after the last of them. Each file has the journals of one table of {@link TableCase}.
 */
final class GoldenJournals {

    /** Version under which a release is recorded: {@code -Dcairn.golden.record=0.2.0}. */
    static final String RECORD = "cairn.golden.record";

    private static final Path DIRECTORY = Path.of("src/test/resources/journals");
    private static final ObjectMapper MAPPER = new ObjectMapper().enable(SerializationFeature.INDENT_OUTPUT);
    private static final long RECORDED_AT = 1_700_000_000_000L;
    /** The key that sealed journals are written with; of course it is no secret. */
    private static final Map<String, String> KEYS = Map.of("golden", "Z29sZGVuIGpvdXJuYWxzIGhhdmUgb25lIHB1YmxpYyA=");

    /** Options for reading golden journals, sealed or not; entries are written unsealed. */
    static final JournalEncodingOptions READING = options("none", null);

    private GoldenJournals() {}

    /** The releases, oldest first. */
    static List<Path> releases() {
        try (Stream<Path> paths = Files.list(DIRECTORY)) {
            return paths.filter(Files::isDirectory).sorted((a, b) -> Arrays.compare(numbers(a), numbers(b))).toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The journals of a release, by file. */
    static List<JsonNode> read(Path release) {
        try (Stream<Path> paths = Files.list(release)) {
            List<JsonNode> journals = new ArrayList<>();
            for (Path file : paths.sorted().toList()) {
                MAPPER.readTree(file.toFile()).forEach(journal -> journals.add(((ObjectNode) journal).put("file",
                        release.getFileName() + "/" + file.getFileName())));
            }
            return journals;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Writes the journals of all tables as they are now. Existing files are never overwritten. */
    static void record(String version) throws IOException {
        Path release = Files.createDirectory(DIRECTORY.resolve(version));
        for (String table : TableCase.TABLES) {
            ArrayNode journals = JsonNodeFactory.instance.arrayNode();
            for (JsonNode row : TableCase.rows(table)) {
                journals.add(record(row, READING));
            }
            MAPPER.writeValue(release.resolve(table + ".json").toFile(), journals);
        }
        for (String compression : List.of(DeflateCodec.ID, Lz4Codec.ID)) {
            record(release, compression);
        }
    }

    /** Writes journals that are sealed: compressed in this way, and encrypted. */
    private static void record(Path release, String compression) throws IOException {
        ArrayNode sealed = JsonNodeFactory.instance.arrayNode();
        for (JsonNode row : TableCase.rows("effects")) {
            sealed.add(record(row, options(compression, "golden")));
        }
        MAPPER.writeValue(release.resolve("sealed-" + compression + ".json").toFile(), sealed);
    }

    private static JournalEncodingOptions options(String compression, String keyId) {
        return new JournalEncodingOptions(JournalEncodingOptions.MIN_LARGE_VALUE_BYTES,
                PayloadCodecChain.of(List.of(new DeflateCodec(compression.equals(DeflateCodec.ID), 64),
                        new Lz4Codec(compression.equals(Lz4Codec.ID), 64),
                        new AesGcmCodec(new EncryptionKeys(KEYS), keyId, EncryptionNonceSource.secure()))));
    }

    /** An entry as the files write it beside its bytes. */
    static ObjectNode describe(JournalEntry entry) {
        ObjectNode json = JsonNodeFactory.instance.objectNode();
        json.put("at", entry.atMillis());
        json.put("kind", entry.event().getClass().getSimpleName());
        for (RecordComponent component : entry.event().getClass().getRecordComponents()) {
            json.set(component.getName(), value(component, entry.event()));
        }
        return (ObjectNode) JqValues.canonical(json);
    }

    private static JsonNode record(JsonNode row, JournalEncodingOptions options) {
        TableCase run = new TableCase(row);
        run.run();
        ObjectNode golden = JsonNodeFactory.instance.objectNode();
        golden.set("name", row.get("name"));
        golden.set("definition", row.get("definition"));
        golden.set("ends", row.get("ends"));
        ArrayNode journal = golden.putArray("journal");
        List<JournalEntry> entries = new ArrayList<>();
        run.journal().forEach(happening -> entries.add(new JournalEntry(RECORDED_AT + entries.size(), happening)));
        List<byte[]> stored = stored(entries, options);
        for (int i = 0; i < stored.size(); i++) {
            journal.addObject().put("bytes", Base64.getEncoder().encodeToString(stored.get(i)))
                    .set("entry", describe(entries.get(i)));
        }
        return golden;
    }

    /** The entries as a store gets them. */
    private static List<byte[]> stored(List<JournalEntry> entries, JournalEncodingOptions options) {
        MemoryStore.Session store = new MemoryStore().open();
        ManualTime time = new ManualTime(0);
        InstanceRow row = new InstanceRow(TableCase.INSTANCE, "test:case", "1.0.0", InstanceStatus.RUNNING, 1, 1,
                InstanceRow.NEVER, null, InstanceRow.NEVER, SearchKeys.NONE);
        GroupCommitJournal journal = new GroupCommitJournal(store, options,
                new JournalDependencies(time, time, () -> false, Runnable::run, Runnable::run));
        journal.append(row, 1, 0, journal.encoder(), entries, new GroupCommitJournal.AppendListener() {
            @Override
            public void done(InstanceWrite write, CommitResult result) {
                // The test reads the store.
            }

            @Override
            public void failed(InstanceWrite write, Throwable cause) {
                throw new AssertionError(cause);
            }

            @Override
            public void notEncoded(Throwable cause, boolean ofCodec) {
                throw new AssertionError(cause);
            }
        });
        return store.load(TableCase.INSTANCE).await().indefinitely().orElseThrow().entries();
    }

    private static JsonNode value(RecordComponent component, JournalEvent happening) {
        try {
            Object value = component.getAccessor().invoke(happening);
            if (value instanceof JsonPayload payload) {
                return payload.tree();
            }
            return value instanceof WorkflowError error ? error.toJson() : MAPPER.valueToTree(value);
        } catch (ReflectiveOperationException impossible) {
            throw new AssertionError(impossible);
        }
    }

    private static int[] numbers(Path release) {
        return Stream.of(release.getFileName().toString().split("\\.")).mapToInt(Integer::parseInt).toArray();
    }
}

package dev.cairn.bench.engine;

import java.io.PrintStream;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.sun.management.ThreadMXBean;

import dev.cairn.api.InstanceStatus;
import dev.cairn.executor.JournalEvent.Ended;
import dev.cairn.executor.JournalEvent.Started;
import dev.cairn.journal.JournalDecoder;
import dev.cairn.journal.JournalEncoder;
import dev.cairn.journal.JournalEncodingOptions;
import dev.cairn.journal.JournalEntry;
import dev.cairn.journal.codec.AesGcmCodec;
import dev.cairn.journal.codec.DeflateCodec;
import dev.cairn.journal.codec.EncryptionKeys;
import dev.cairn.journal.codec.Lz4Codec;
import dev.cairn.spi.EntryPlace;
import dev.cairn.spi.PayloadCodec;
import dev.cairn.time.EncryptionNonceSource;
import dev.cairn.value.JsonCodec;
import dev.cairn.value.JsonPayload;

/**
 * Cost of a document for the journal that comes in over HTTP, is passed on, and goes out whole: time of a processor, and memory
 * allocated for each of its bytes. Prints one line each; the argument is its size in MB, 20 unless given.
 */
public final class LargeValueMeasurement {

    private static final PrintStream OUT = System.out;
    private static final int ROUNDS = 41;
    private static final EntryPlace PLACE = new EntryPlace("01J8", 0);
    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

    private LargeValueMeasurement() {}

    /** Measures. */
    public static void main(String[] arguments) throws Exception {
        int megabytes = arguments.length == 0 ? 20 : Integer.parseInt(arguments[0]);
        byte[] body = JsonCodec.write(document(megabytes));
        measure("parse the body", body.length, () -> JsonCodec.read(body));
        JsonNode input = JsonCodec.read(body);
        measure("write the start: the bytes of the body", body.length,
                () -> writer().encode(0, start(JsonPayload.of(input, body))));
        measure("write the start: of a tree", body.length, () -> writer().encode(0, start(JsonPayload.of(input))));
        JournalEncoder writer = writer();
        List<byte[]> journal = new ArrayList<>();
        journal.add(writer.encode(0, start(JsonPayload.of(input, body))));
        JournalEntry end = end(input);
        measure("write the end: it refers to the start", body.length, () -> writer.encode(1, end));
        measure("write the end: nothing to refer to", body.length, () -> writer().encode(1, end(input)));
        journal.add(writer.encode(1, end));
        OUT.printf(Locale.ROOT, "start %,d bytes, end %,d bytes%n", journal.get(0).length, journal.get(1).length);
        measure("read the start", body.length,
                () -> ((Started) new JournalDecoder(JournalEncodingOptions.DEFAULTS, PLACE.instanceId(), journal).read(0)
                        .event())
                        .input().tree());
        measure("read the end alone", body.length,
                () -> new JournalDecoder(JournalEncodingOptions.DEFAULTS, PLACE.instanceId(), journal).last());
        codec(new DeflateCodec(true, 0), journal.get(0));
        codec(new Lz4Codec(true, 0), journal.get(0));
        String key = Base64.getEncoder().encodeToString(new byte[32]);
        AesGcmCodec aes = new AesGcmCodec(new EncryptionKeys(Map.of("k", key)), "k", EncryptionNonceSource.secure());
        small(aes);
        codec(aes, journal.get(0));
    }

    private static void codec(PayloadCodec codec, byte[] entry) throws Exception {
        byte[] encoded = codec.encode(entry, PLACE);
        measure(codec.id() + ": encode, to " + 100 * encoded.length / entry.length + " %", entry.length,
                () -> codec.encode(entry, PLACE));
        measure(codec.id() + ": decode", entry.length, () -> codec.decode(encoded, PLACE));
    }

    private static void small(PayloadCodec codec) {
        byte[] entry = new byte[200];
        int times = 200_000;
        for (int round = 0; round < 3; round++) {
            long begin = THREADS.getCurrentThreadCpuTime();
            for (int i = 0; i < times; i++) {
                codec.encode(entry, PLACE);
            }
            if (round == 2) {
                OUT.printf(Locale.ROOT, "%-45s %8.2f µs%n", codec.id() + ": encode 200 bytes",
                        (THREADS.getCurrentThreadCpuTime() - begin) / 1e3 / times);
            }
        }
    }

    /** The median of some rounds. */
    private static void measure(String what, int bytes, Callable<?> action) throws Exception {
        List<Long> nanos = new ArrayList<>();
        long allocated = 0;
        for (int round = 0; round < ROUNDS; round++) {
            long before = THREADS.getCurrentThreadAllocatedBytes();
            long begin = THREADS.getCurrentThreadCpuTime();
            Object result = action.call();
            nanos.add(THREADS.getCurrentThreadCpuTime() - begin);
            allocated = THREADS.getCurrentThreadAllocatedBytes() - before;
            if (result == null) {
                throw new IllegalStateException("Nothing came of it: " + what);
            }
        }
        nanos.sort(null);
        OUT.printf(Locale.ROOT, "%-45s %8.2f ms %6.2f bytes allocated a byte%n", what, nanos.get(ROUNDS / 2) / 1e6,
                (double) allocated / bytes);
    }

    private static JournalEncoder writer() {
        return new JournalEncoder(JournalEncodingOptions.DEFAULTS);
    }

    private static JournalEntry start(JsonPayload input) {
        return new JournalEntry(1, new Started("bench:bench", "1.0.0", 1, 1, input));
    }

    private static JournalEntry end(JsonNode input) {
        ObjectNode output = JsonNodeFactory.instance.objectNode();
        output.set("taskOutput", input);
        output.put("status", "COMPLETED");
        return new JournalEntry(1, new Ended(InstanceStatus.COMPLETED, JsonPayload.of(output), null));
    }

    private static JsonNode document(int megabytes) {
        ObjectNode document = JsonNodeFactory.instance.objectNode();
        ArrayNode items = document.putArray("items");
        String description = "An item with a description of one hundred and eighty characters or so. ".repeat(3).substring(0,
                180);
        int bytesOfAnItem = 270;
        for (int i = 0; i < megabytes * (1 << 20) / bytesOfAnItem; i++) {
            items.addObject().put("id", i).put("name", "item-" + i).put("category", "category-" + i % 17)
                    .put("status", i % 2 == 0 ? "ACTIVE" : "INACTIVE").put("description", description);
        }
        return document;
    }
}

package dev.cairn.bench.journal;

import java.util.List;
import java.util.concurrent.TimeUnit;

import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

import com.fasterxml.jackson.databind.JsonNode;

import dev.cairn.executor.JournalEvent.Completed;
import dev.cairn.journal.JournalDecoder;
import dev.cairn.journal.JournalEncoder;
import dev.cairn.journal.JournalEncodingOptions;
import dev.cairn.journal.JournalEntry;
import dev.cairn.value.JsonCodec;
import dev.cairn.value.JsonPayload;

/** The outcome of an effect as an entry: from a tree to bytes, and back to a tree. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(2)
public class EncodingBenchmark {

    private static final String INSTANCE = "instance";

    /** Number of items of about 50 bytes in the outcome. */
    @Param({ "1", "100", "10000" })
    public int items;

    private JsonNode output;
    private List<byte[]> encoded;

    /** Builds the outcome, and sees that it comes back as it was. */
    @Setup
    public void setUp() {
        StringBuilder text = new StringBuilder("[");
        for (int i = 0; i < items; i++) {
            text.append(i == 0 ? "" : ",").append("{\"id\":").append(i).append(",\"sku\":\"A-").append(i)
                    .append("\",\"price\":10.5,\"active\":true}");
        }
        output = JsonCodec.read(text.append(']').toString());
        encoded = List.of(encode());
        if (!decode().equals(output)) {
            throw new IllegalStateException("The outcome did not come back as it was");
        }
    }

    /** To bytes, as for the first entry of an instance with a value of this size. */
    @Benchmark
    public byte[] encode() {
        return new JournalEncoder(JournalEncodingOptions.DEFAULTS).encode(0,
                new JournalEntry(1_700_000_000_000L, new Completed("/do/0/call", JsonPayload.of(output))));
    }

    /** To a tree. */
    @Benchmark
    public JsonNode decode() {
        Completed completed = (Completed) new JournalDecoder(JournalEncodingOptions.DEFAULTS, INSTANCE, encoded).read(0)
                .event();
        return completed.output().tree();
    }
}

package dev.cairn.journal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.ref.WeakReference;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;

import dev.cairn.api.InstanceStatus;
import dev.cairn.executor.JournalEvent;
import dev.cairn.executor.JournalEvent.Completed;
import dev.cairn.executor.JournalEvent.Ended;
import dev.cairn.executor.JournalEvent.Received;
import dev.cairn.executor.JournalEvent.Started;
import dev.cairn.executor.JournalEvent.TaskDone;
import dev.cairn.spi.EncodedEntry;
import dev.cairn.value.JsonCodec;
import dev.cairn.value.JsonPayload;
import dev.cairn.value.ValueException;

class ValueReferenceTest {

    private static final JournalEncodingOptions OPTIONS = JournalEncodingOptions.DEFAULTS;
    private static final int SMALL_ENTRY_BYTES = 256;

    private final JournalEncoder writer = new JournalEncoder(OPTIONS);
    private final List<byte[]> journal = new ArrayList<>();

    @Test
    void theEndRefersToTheInputThatItContains() {
        JsonNode input = large("in");
        write(started(input));
        ObjectNode output = object().put("status", "COMPLETED");
        output.set("all", input);
        output.set("part", input.get("items"));
        write(ended(output));

        assertThat(journal.get(1).length).isLessThan(SMALL_ENTRY_BYTES);
        JournalDecoder reader = reader();
        JsonNode readInput = payload(reader.read(0));
        JsonNode readOutput = payload(reader.read(1));
        assertThat(readOutput).isEqualTo(output);
        assertThat(readOutput.get("all")).isSameAs(readInput);
        assertThat(readOutput.get("part")).isSameAs(readInput.get("items"));
    }

    @Test
    void theEndIsReadAlone() {
        JsonNode input = large("in");
        write(started(input));
        ObjectNode output = object();
        output.set("a/b~c", input.get("items"));
        output.set("also", input.get("items"));
        write(ended(output));

        JsonNode read = payload(reader().last());
        assertThat(read).isEqualTo(output);
        assertThat(read.get("a/b~c")).isSameAs(read.get("also"));
    }

    @Test
    void aValueIsReferredToAsAWhole() {
        JsonNode input = large("in");
        write(started(input));
        write(ended(input));
        assertThat(journal.get(1).length).isLessThan(SMALL_ENTRY_BYTES);
        assertThat(payload(reader().last())).isEqualTo(input);
    }

    /** However deep: it is looked through for what was written before. */
    @ParameterizedTest
    @ValueSource(ints = { 1_025, 100_000 })
    void aTaskWhoseOutputIsNestedTooDeepIsNotedWithoutIt(int levels) {
        JsonNode input = large("in");
        write(started(input));
        JsonNode deep = input;
        for (int i = 0; i < levels; i++) {
            deep = JsonNodeFactory.instance.arrayNode().add(deep);
        }
        write(new TaskDone("/do/0/a", 1, JsonPayload.of(deep), null));
        TaskDone done = (TaskDone) reader().read(1).event();
        assertThat(done.task()).isEqualTo("/do/0/a");
        assertThat(done.output()).isNull();
        JsonPayload output = JsonPayload.of(deep);
        assertThatThrownBy(() -> write(new Completed("/do/0/a", output))).isInstanceOf(ValueException.class);
    }

    @Test
    void outcomesOfEffectsReferToOutcomesBeforeThem() {
        write(started(object()));
        JsonNode first = large("first");
        write(new Completed("/do/0/a", JsonPayload.of(first)));
        ArrayNode second = JsonNodeFactory.instance.arrayNode().add(first).add(large("second"));
        write(new Completed("/do/1/b", JsonPayload.of(second)));
        ObjectNode output = object();
        output.set("first", first);
        output.set("second", second.get(1));
        write(ended(output));

        assertThat(journal.get(2).length).isBetween(5_000, 8_000);
        assertThat(journal.get(3).length).isLessThan(SMALL_ENTRY_BYTES);
        assertThat(payload(reader().last())).isEqualTo(output);
        assertThat(payload(reader().read(2))).isEqualTo(second);
    }

    @Test
    void aLongTextIsWrittenOnce() {
        TextNode text = TextNode.valueOf("ü".repeat(5_000));
        write(started(object().set("text", text)));
        write(ended(JsonNodeFactory.instance.arrayNode().add(text)));
        assertThat(journal.get(1).length).isLessThan(SMALL_ENTRY_BYTES);
        assertThat(payload(reader().last()).get(0)).isEqualTo(text);
    }

    @Test
    void entriesWithoutLargeValuesStayAsTheyWere() {
        JsonNode small = object().put("n", 1);
        JournalEvent.Started start = started(small);
        write(start);
        write(ended(small));
        assertThat(journal.get(0)).isEqualTo(EntryCodec.encode(new JournalEntry(0, start)).bytes());
        assertThat(journal.get(1)).isEqualTo(EntryCodec.encode(new JournalEntry(0, ended(small))).bytes());
        assertThat(journal.get(1)[0]).isEqualTo((byte) EntryCodec.PLAIN);
    }

    @Test
    void anEqualValueThatIsNotTheSameIsWritten() {
        write(started(large("in")));
        write(ended(large("in")));
        assertThat(journal.get(1)).hasSizeGreaterThan(OPTIONS.largeValueBytes());
    }

    @Test
    void aReaderHandsWhatItKnowsToTheWriterThatGoesOn() {
        write(started(large("in")));
        JournalDecoder reader = reader();
        JsonNode input = payload(reader.read(0));
        JournalEncoder next = reader.encoder();
        journal.add(next.encode(1, new JournalEntry(0, ended(input))));
        assertThat(journal.get(1).length).isLessThan(SMALL_ENTRY_BYTES);
        assertThat(payload(reader().last())).isEqualTo(input);
    }

    @Test
    void aJournalIsReadWithAnotherThresholdThanItWasWrittenWith() {
        JsonNode input = large("in");
        write(started(input));
        write(ended(object().set("all", input)));
        JournalDecoder reader = new JournalDecoder(new JournalEncodingOptions(1 << 20, PayloadCodecChain.NONE), "i", journal);
        assertThat(payload(reader.read(1)).get("all")).isEqualTo(input);
    }

    @Test
    void valuesThatNothingElseHoldsLeaveTheMemory() {
        JsonNode outcome = large("outcome");
        write(new Completed("/do/0/a", JsonPayload.of(outcome)));
        WeakReference<JsonNode> watched = new WeakReference<>(outcome);
        outcome = null;
        for (int i = 0; i < 100 && watched.get() != null; i++) {
            System.gc();
        }
        assertThat(watched.get()).isNull();
        write(new Completed("/do/1/b", JsonPayload.of(large("next"))));
        assertThat(payload(reader().read(1))).isEqualTo(large("next"));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', nullValues = "-", value = {
            "''       | 1 | ''         | refers to entry 1, which does not stand before it",
            "''       | 7 | ''         | refers to entry 7, which does not stand before it",
            "''       | 0 | /nothing   | leads to \"/nothing\", where nothing is",
            "''       | 0 | nothing    | leads to \"nothing\", where nothing is",
            "/here/no | 0 | ''         | leads to \"/here/no\", where nothing is",
            "/there   | 0 | ''         | leads to \"/there\", where nothing is"
    })
    void aReferenceThatLeadsNowhereIsNoticed(String at, long entry, String pointer, String message) {
        write(started(large("in")));
        JsonPayload skeleton = JsonPayload
                .of(at.isEmpty() ? JsonNodeFactory.instance.nullNode() : JsonCodec.read("{\"here\":1}"));
        journal.add(EntryCodec.encode(new JournalEntry(0, new Completed("/do/0/a", skeleton)),
                List.of(new ValueReference(at, new ValueLocation(entry, pointer)))).bytes());
        assertThatThrownBy(() -> reader().last()).isInstanceOf(DamagedEntryException.class).hasMessageContaining(message);
    }

    @Test
    void noReferenceChangesWhatAnotherBroughtIn() {
        write(started(JsonCodec.read("{\"empty\":null,\"text\":\"" + "x".repeat(5_000) + "\"}")));
        JsonPayload skeleton = JsonPayload.ofText("{\"a\":null}".getBytes(StandardCharsets.UTF_8));
        journal.add(EntryCodec.encode(new JournalEntry(0, new Completed("/do/0/a", skeleton)), List.of(
                new ValueReference("/a", new ValueLocation(0, "")), new ValueReference("/a/empty", new ValueLocation(0, ""))))
                .bytes());
        assertThatThrownBy(() -> reader().last()).isInstanceOf(DamagedEntryException.class)
                .hasMessageContaining("\"/a/empty\", where nothing is");
    }

    @Test
    void anEntryThatIsEncodedOnceMoreDoesNotReferToItself() {
        JsonNode input = large("in");
        byte[] first = writer.encode(0, new JournalEntry(0, started(input)));
        assertThat(writer.encode(0, new JournalEntry(0, started(input)))).isEqualTo(first);
        write(started(input));
        write(new Completed("/do/0/a", JsonPayload.of(input)));
        byte[] again = writer.encode(1, new JournalEntry(0, new Completed("/do/0/a", JsonPayload.of(input))));
        assertThat(again).isEqualTo(journal.get(1)).hasSizeLessThan(100);
    }

    @Test
    void aLargeEntryIsInPiecesThatAreTheSameBytes() {
        ArrayNode input = JsonNodeFactory.instance.arrayNode();
        for (int i = 0; i < 50_000; i++) {
            input.add("element " + i);
        }
        EncodedEntry inPieces = new JournalEncoder(OPTIONS).encode(0, new JournalEntry(0, started(input)),
                new WrittenTextCache(true));
        assertThat(inPieces.pieces()).hasSizeGreaterThan(3);
        JsonPayload known = JsonPayload.of(input, JsonCodec.write(input));
        byte[] whole = new JournalEncoder(OPTIONS).encode(0,
                new JournalEntry(0, new JournalEvent.Started("a:b", "1", 1, 1, known)));
        assertThat(
                new JournalEncoder(OPTIONS).encode(0,
                        new JournalEntry(0, new JournalEvent.Started("a:b", "1", 1, 1, JsonPayload.of(input)))))
                .isEqualTo(whole);
        journal.add(inPieces.bytes());
        assertThat(((JournalEvent.Started) reader().read(0).event()).input().tree()).isEqualTo(input);
    }

    @Test
    void anOutputIsToldTheTextThatItsPartsHaveFromTheSameWrite() {
        ObjectNode input = object();
        IntStream.range(0, 60).forEach(i -> input.set("part " + i, large("part " + i)));
        ObjectNode output = object().put("before", 1);
        output.set("items", input.get("part 1").get("items"));
        output.put("between", "é");
        output.set("all", input);
        Ended ended = ended(output);
        WrittenTextCache texts = new WrittenTextCache(true);
        EncodedEntry first = writer.encode(0, new JournalEntry(0, started(input)), texts);
        assertThat(writer.encode(1, new JournalEntry(0, ended), texts).size()).isLessThan(SMALL_ENTRY_BYTES);

        assertThat(ended.output().text()).isEqualTo(JsonCodec.write(output));
        List<byte[]> written = first.pieces().stream().map(ByteBuffer::array).toList();
        assertThat(ended.output().pieces()).as("the very bytes, not written again").filteredOn(piece -> piece.remaining() > 100)
                .hasSizeGreaterThan(3).allSatisfy(piece -> assertThat(written).usingElementComparator((a, b) -> a == b ? 0 : 1)
                        .contains(piece.array()));
    }

    @Test
    void aSmallOutputDoesNotHoldTheInputThatItWasPartOf() {
        ObjectNode input = object();
        IntStream.range(0, 60).forEach(i -> input.set("part " + i, large("part " + i)));
        Ended ended = ended(input.get("part 7"));
        WrittenTextCache texts = new WrittenTextCache(true);
        writer.encode(0, new JournalEntry(0, started(input)), texts);
        writer.encode(1, new JournalEntry(0, ended), texts);
        assertThat(ended.output().hasText()).isTrue();
        assertThat(ended.output().text()).isEqualTo(JsonCodec.write(input.get("part 7")));
    }

    @Test
    void anEventIsWrittenOnceHoweverManyTakeIt() {
        JsonPayload event = JsonPayload.of(large("event"));
        byte[] first = new JournalEncoder(OPTIONS).encode(0, new JournalEntry(0, new Received("/do/0/listen", 0, event)));
        assertThat(event.hasText()).isTrue();
        assertThat(new JournalEncoder(OPTIONS).encode(0, new JournalEntry(0, new Received("/do/0/listen", 0, event))))
                .isEqualTo(first);
    }

    @Test
    void anOutputWhosePartsWereWrittenEarlierIsToldNothing() {
        JsonNode input = large("in");
        write(started(input));
        Ended ended = ended(input);
        write(ended);
        assertThat(ended.output().knownTextBytes()).isEqualTo(-1);
        assertThat(ended.output().text()).isEqualTo(JsonCodec.write(input));
    }

    @Test
    void aLargeOutputThatIsNewIsToldItsText() {
        ArrayNode output = JsonNodeFactory.instance.arrayNode().add(large("1")).add(large("2")).add(large("3"));
        Ended ended = ended(output);
        EncodedEntry entry = writer.encode(0, new JournalEntry(0, ended), new WrittenTextCache(true));
        assertThat(ended.output().knownTextBytes()).isEqualTo(JsonCodec.write(output).length);
        assertThat(ended.output().pieces()).isEqualTo(entry.pieces().subList(1, entry.pieces().size() - 1));
        assertThat(ended.output().text()).isEqualTo(JsonCodec.write(output));
    }

    private void write(JournalEvent happening) {
        journal.add(writer.encode(journal.size(), new JournalEntry(0, happening)));
    }

    private JournalDecoder reader() {
        return new JournalDecoder(OPTIONS, "i", journal);
    }

    private static JsonNode payload(JournalEntry entry) {
        return JournalEncoder.payload(entry.event()).tree();
    }

    private static Started started(JsonNode input) {
        return new Started("test:case", "1.0.0", 1, 0, JsonPayload.of(input));
    }

    private static Ended ended(JsonNode output) {
        return new Ended(InstanceStatus.COMPLETED, JsonPayload.of(output), null);
    }

    private static ObjectNode object() {
        return JsonNodeFactory.instance.objectNode();
    }

    /** Six thousand bytes or so. */
    private static JsonNode large(String name) {
        ObjectNode large = object().put("name", name);
        ArrayNode items = large.putArray("items");
        for (int i = 0; i < 200; i++) {
            items.addObject().put("id", i).put("value", "value-" + name + i);
        }
        return large;
    }
}

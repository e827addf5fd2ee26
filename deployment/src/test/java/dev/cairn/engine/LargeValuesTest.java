package dev.cairn.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;

import org.junit.jupiter.api.Test;

import com.fasterxml.jackson.databind.JsonNode;

import dev.cairn.value.JsonCodec;

/** Cost of large values for the journal, passed on any number of times. */
class LargeValuesTest {

    private static final int MEGABYTE = 1 << 20;
    private static final String INPUT = "{\"taskOutput\":{\"items\":[" + "{\"description\":\"0123456789\"},".repeat(40_000)
            + "{}]},\"sizeKb\":1000}";

    private final EngineFixture fixture = new EngineFixture();

    @Test
    void anInputThatIsInTheOutputIsWrittenOnce() {
        fixture.workflow("""
                do:
                  - first: {set: {taskOutput: "${ .taskOutput }", sizeKb: "${ .sizeKb }"}}
                  - second: {set: {taskOutput: "${ .taskOutput }", status: COMPLETED}}
                """).start();
        String id = fixture.begin(INPUT).instanceId();

        List<byte[]> entries = entries(id);
        assertThat(entries).hasSize(2);
        assertThat(entries.get(0)).hasSizeBetween(MEGABYTE, MEGABYTE + MEGABYTE / 2);
        assertThat(entries.get(1)).hasSizeLessThan(200);
        assertThat(JsonCodec.read(fixture.output(id)).get("taskOutput")).isEqualTo(JsonCodec.read(INPUT).get("taskOutput"));
    }

    @Test
    void replayKnowsWhatIsInTheJournalAlready() {
        fixture.workflow("""
                do:
                  - ask: {call: ask, with: {question: 1}, output: {as: "${ {answer: ., input: $input} }"}}
                  - again: {call: ask, with: {question: 2}, output: {as: "${ {answer: $input.answer, input: $input.input} }"}}
                """).start();
        String id = fixture.begin(INPUT).instanceId();
        fixture.answer("/do/0/ask", INPUT);
        fixture.start();
        fixture.answer("/do/1/again", "2");

        List<byte[]> entries = entries(id);
        assertThat(entries).hasSize(4);
        assertThat(entries.get(1)).hasSizeGreaterThan(MEGABYTE);
        assertThat(entries.get(3)).hasSizeLessThan(200);
        JsonNode output = JsonCodec.read(fixture.output(id));
        assertThat(output.get("answer")).isEqualTo(JsonCodec.read(INPUT));
        assertThat(output.get("input")).isEqualTo(JsonCodec.read(INPUT));
    }

    private List<byte[]> entries(String id) {
        return fixture.session.load(id).await().indefinitely().orElseThrow().entries();
    }
}

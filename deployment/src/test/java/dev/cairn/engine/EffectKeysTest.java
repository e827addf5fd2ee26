package dev.cairn.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.CRC32C;

import org.junit.jupiter.api.Test;

import dev.cairn.spi.CommitResult;
import dev.cairn.spi.EncodedEntry;
import dev.cairn.spi.InstanceWrite;
import dev.cairn.testkit.ForwardingStore;
import dev.cairn.value.JsonCodec;
import io.smallrye.mutiny.Uni;

/** Idempotency keys of calls, for any names in a definition. */
class EffectKeysTest {

    private static final int STARTED_UNENCODED = 1;
    private static final String ONE_CALL = "do: [\"%s\": {call: ask}, last: {call: ping}]";

    private final EngineFixture fixture = new EngineFixture();

    @Test
    void extensionsWithNamesBeyondLatinHaveDifferentKeys() {
        fixture.workflow("""
                use:
                  extensions:
                    - 監査: {extend: call, before: [{記録: {call: ping}}]}
                    - 通知: {extend: call, before: [{記録: {call: ping}}]}
                do:
                  - ask: {call: ask}
                """);
        answerAll("ping", "ask");
        String id = fixture.start().begin("{}").instanceId();
        String before = "/before/0/%E8%A8%98%E9%8C%B2";
        assertThat(fixture.keys()).containsExactly(
                id + ":/do/0/ask/extensions/%E7%9B%A3%E6%9F%BB" + before,
                id + ":/do/0/ask/extensions/%E9%80%9A%E7%9F%A5" + before,
                id + ":/do/0/ask");
        assertThat(fixture.output(id)).isEqualTo("1");
        fixture.start();
        assertThat(fixture.output(id)).isEqualTo("1");
    }

    @Test
    void aKeyIsAsciiWithoutBlanksAndLineBreaks() {
        assertThat(key("a\\r\\nb c")).isEqualTo("a%0D%0Ab%20c");
        assertThat(key("é%C3%A9")).isEqualTo("%C3%A9%25C3%25A9");
        assertThat(key("😀{\\\"}")).isEqualTo("%F0%9F%98%80%7B%22%7D");
        assertThat(key("a/b~c")).isEqualTo("a~1b~0c");
        assertThat(key("pay-1.0_x@y:z")).isEqualTo("pay-1.0_x@y:z");
    }

    @Test
    void anInstanceKeepsTheKeysThatItsJournalHas() {
        fixture.workflow(ONE_CALL.formatted("監査 1%"));
        fixture.session = fixture.store.open();
        fixture.start(asWrittenBefore());
        String id = fixture.begin("{}").instanceId();
        fixture.start();
        assertThat(fixture.keys().get(1)).isEqualTo(id + ":/do/0/監査 1%");
        fixture.answer("/do/0/監査 1%", "1");
        fixture.start();
        assertThat(fixture.keys()).last().isEqualTo(id + ":/do/1/last");
        fixture.answer("/do/1/last", "2");
        assertThat(fixture.output(id)).isEqualTo("2");
    }

    /** The part of a call's key that stands for the name of its task. */
    private String key(String name) {
        fixture.workflow(ONE_CALL.formatted(name)).start();
        String id = fixture.begin("{}").instanceId();
        String key = fixture.keys().get(fixture.calls.size() - 1);
        assertThat(key).startsWith(id + ":/do/0/");
        return key.substring((id + ":/do/0/").length());
    }

    private void answerAll(String... functions) {
        for (String function : functions) {
            fixture.functions.put(function, call -> Uni.createFrom().item(JsonCodec.read("1")));
        }
    }

    /** Journals begin with the kind of entry that has no encoded names. */
    private ForwardingStore asWrittenBefore() {
        return new ForwardingStore(fixture.session) {
            @Override
            public Uni<List<CommitResult>> commit(List<InstanceWrite> batch) {
                return super.commit(batch.stream().map(EffectKeysTest::asWrittenBefore).toList());
            }
        };
    }

    private static InstanceWrite asWrittenBefore(InstanceWrite write) {
        if (!write.creates()) {
            return write;
        }
        List<EncodedEntry> entries = new ArrayList<>(write.entries());
        byte[] start = entries.get(0).bytes().clone();
        start[1] = STARTED_UNENCODED;
        CRC32C checksum = new CRC32C();
        checksum.update(start, 0, start.length - Integer.BYTES);
        ByteBuffer.wrap(start).putInt(start.length - Integer.BYTES, (int) checksum.getValue());
        entries.set(0, EncodedEntry.of(start));
        return new InstanceWrite(write.row(), write.epoch(), write.position(), entries);
    }
}

package dev.cairn.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Map;

import org.junit.jupiter.api.Test;

import dev.cairn.api.CairnException;
import dev.cairn.api.InstanceStatus;
import dev.cairn.engine.instance.DurableStartResult;
import dev.cairn.executor.JournalEvent.Ended;
import dev.cairn.journal.DamagedEntryException;
import dev.cairn.journal.JournalDecoder;
import dev.cairn.journal.JournalEncodingOptions;
import dev.cairn.journal.PayloadCodecChain;
import dev.cairn.journal.codec.AesGcmCodec;
import dev.cairn.journal.codec.DeflateCodec;
import dev.cairn.journal.codec.EncryptionKeys;
import dev.cairn.spi.EntryPlace;
import dev.cairn.spi.PayloadCodec;
import dev.cairn.time.EncryptionNonceSource;
import io.smallrye.mutiny.helpers.test.UniAssertSubscriber;

/** Compression and encryption under the engine, as any store sees it. */
class SealedJournalTest {

    private static final String SECRET = "4111 1111 1111 1111";
    private static final String TWO_CALLS = """
            do:
              - first: {call: ask, with: {question: "${ .card }"}, output: {as: "${ {card: $input.card, code: .} }"}}
              - second: {call: ask, with: {question: "${ . }"}, output: {as: "${ {card: $input.card, said: .} }"}}
            """;
    private static final Map<String, String> OLD_KEY = Map.of("old", key(1));
    private static final Map<String, String> BOTH_KEYS = Map.of("old", key(1), "new", key(2));

    private final EngineFixture fixture = new EngineFixture();

    @Test
    void nothingThatIsStoredShowsWhatItIsAbout() {
        String id = begin(OLD_KEY, "old");
        fixture.answer("/do/0/first", "{\"code\":\"" + SECRET + "\"}");
        fixture.answer("/do/1/second", "\"" + SECRET + "\"");

        assertThat(fixture.output(id)).contains(SECRET);
        assertThat(entries(id)).hasSize(4).allSatisfy(entry -> {
            assertThat(new String(entry, StandardCharsets.UTF_8)).doesNotContain("4111").doesNotContain("first")
                    .doesNotContain("card");
        });
    }

    @Test
    void withoutAKeyAnInstanceStandsStillAndGoesOnWithIt() {
        String id = begin(OLD_KEY, "old");
        fixture.answer("/do/0/first", "1");
        List<byte[]> before = entries(id);

        restart(Map.of(), null);
        assertThat(fixture.engine.gateway().view(id).await().indefinitely().status()).isEqualTo(InstanceStatus.SUSPENDED);
        UniAssertSubscriber<Ended> outcome = fixture.outcome(id);
        outcome.assertFailed();
        assertThat(outcome.getFailure()).hasMessageContaining("CAIRN-0471").hasMessageContaining("key=old")
                .hasMessageContaining("quarkus.cairn.encryption.keys.\"old\"");
        assertThat(entries(id)).usingRecursiveComparison().isEqualTo(before);

        restart(OLD_KEY, "old");
        fixture.answer("/do/1/second", "2");
        assertThat(fixture.output(id)).isEqualTo("{\"card\":\"" + SECRET + "\",\"said\":2}");
    }

    @Test
    void withoutAKeyWhoAsksForTheEndOfAnInstanceIsToldSo() {
        String id = begin(OLD_KEY, "old");
        fixture.answer("/do/0/first", "1");
        fixture.answer("/do/1/second", "2");
        assertThat(fixture.output(id)).contains(SECRET);

        restart(Map.of(), null);
        UniAssertSubscriber<Ended> outcome = fixture.outcome(id);
        outcome.assertFailedWith(CairnException.class, "CAIRN-0457");
        assertThat(outcome.getFailure()).hasMessageContaining("CAIRN-0471");
        assertThatThrownBy(() -> fixture.engine.gateway().view(id).await().indefinitely()).isInstanceOf(CairnException.class)
                .hasMessageStartingWith("CAIRN-0457");
        OperationsFixture operations = new OperationsFixture(fixture);
        operations.ask(operations.handle(id).history(10, null)).assertFailedWith(CairnException.class, "CAIRN-0457");
    }

    @Test
    void keysAreRotatedUnderARunningInstance() {
        String id = begin(OLD_KEY, "old");
        restart(BOTH_KEYS, "new");
        fixture.answer("/do/0/first", "1");
        restart(BOTH_KEYS, null);
        fixture.answer("/do/1/second", "2");
        assertThat(entries(id)).extracting(SealedJournalTest::keyOf).containsExactly("old", "new", "plain", "plain");
        restart(BOTH_KEYS, "new");
        assertThat(fixture.output(id)).contains(SECRET);
    }

    @Test
    void anEntryOfAnotherInstanceIsNotAccepted() {
        String id = begin(OLD_KEY, "old");
        String other = fixture.begin("{\"card\":\"other\"}").instanceId();
        byte[] foreign = entries(other).get(0);
        assertThat(new JournalDecoder(options(OLD_KEY, "old"), other, List.of(foreign)).read(0)).isNotNull();
        assertThatThrownBy(() -> new JournalDecoder(options(OLD_KEY, "old"), id, List.of(foreign)).read(0))
                .isInstanceOf(DamagedEntryException.class)
                .hasMessageContaining("written for another place");
    }

    @Test
    void whileACodecFailsNothingStartsAndWhatRunsWaitsForIt() {
        boolean[] fails = { false };
        fixture.workflow(TWO_CALLS);
        fixture.options = fixture.options.with(new JournalEncodingOptions(JournalEncodingOptions.DEFAULTS.largeValueBytes(),
                PayloadCodecChain.of(List.of(new PayloadCodec() {
                    @Override
                    public String id() {
                        return "vault";
                    }

                    @Override
                    public Stage stage() {
                        return Stage.ENCRYPTION;
                    }

                    @Override
                    public byte[] encode(byte[] entry, EntryPlace place) {
                        if (fails[0]) {
                            throw new IllegalStateException();
                        }
                        return entry;
                    }

                    @Override
                    public byte[] decode(byte[] encoded, EntryPlace place) {
                        return encoded;
                    }
                }))));
        fixture.start();
        String id = fixture.begin("{\"card\":\"" + SECRET + "\"}").instanceId();

        fails[0] = true;
        UniAssertSubscriber<DurableStartResult> refused = fixture.begin("{\"card\":1}", "another");
        assertThat(refused.assertFailed().getFailure()).hasMessageStartingWith("CAIRN-0411")
                .hasMessageContaining("a payload codec failed: IllegalStateException. ");
        String large = "\"" + "x".repeat(10_000) + "\"";
        fixture.answer("/do/0/first", large);
        fixture.advance(1_000);
        assertThat(entries(id)).hasSize(1);
        assertThat(fixture.keys()).as("the second call waits for the outcome of the first").hasSize(1);

        fails[0] = false;
        fixture.advance(60_000);
        assertThat(entries(id)).hasSize(2);
        fixture.start();
        fixture.answer("/do/1/second", "2");
        assertThat(fixture.output(id)).isEqualTo("{\"card\":\"" + SECRET + "\",\"said\":2}");
    }

    @Test
    void onlyLargeEntriesAreSealedOnWorkers() {
        fixture.workflow("do: [{keep: {set: {done: true}}}]");
        configure(OLD_KEY, "old");
        fixture.start();
        int workers = fixture.threads.workers();
        fixture.begin("{\"n\":1}");
        assertThat(fixture.threads.workers()).isEqualTo(workers);
        String id = fixture.begin("{\"text\":\"" + "x".repeat(1 << 20) + "\"}").instanceId();
        assertThat(fixture.threads.workers()).isEqualTo(workers + 1);
        assertThat(entries(id).get(0)).hasSizeLessThan(20_000);
        assertThat(fixture.output(id)).isEqualTo("{\"done\":true}");
    }

    private String begin(Map<String, String> keys, String keyId) {
        fixture.workflow(TWO_CALLS);
        configure(keys, keyId);
        fixture.start();
        return fixture.begin("{\"card\":\"" + SECRET + "\"}").instanceId();
    }

    private void restart(Map<String, String> keys, String keyId) {
        configure(keys, keyId);
        fixture.start();
    }

    private void configure(Map<String, String> keys, String keyId) {
        fixture.options = fixture.options.with(options(keys, keyId));
    }

    private static JournalEncodingOptions options(Map<String, String> keys, String keyId) {
        return new JournalEncodingOptions(JournalEncodingOptions.DEFAULTS.largeValueBytes(),
                PayloadCodecChain.of(List.of(new DeflateCodec(true, 1_024),
                        new AesGcmCodec(new EncryptionKeys(keys), keyId, EncryptionNonceSource.secure()))));
    }

    private List<byte[]> entries(String id) {
        return fixture.session.load(id).await().indefinitely().orElseThrow().entries();
    }

    private static String keyOf(byte[] entry) {
        String text = new String(entry, StandardCharsets.ISO_8859_1);
        return text.contains("\3old") ? "old" : text.contains("\3new") ? "new" : "plain";
    }

    private static String key(int fill) {
        byte[] key = new byte[32];
        Arrays.fill(key, (byte) fill);
        return Base64.getEncoder().encodeToString(key);
    }
}

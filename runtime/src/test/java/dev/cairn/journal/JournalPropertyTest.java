package dev.cairn.journal;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;

import dev.cairn.api.InstanceStatus;
import dev.cairn.executor.JournalEvent;
import dev.cairn.executor.JournalEvent.Completed;
import dev.cairn.executor.JournalEvent.Ended;
import dev.cairn.executor.JournalEvent.Fired;
import dev.cairn.executor.JournalEvent.Started;
import dev.cairn.journal.codec.AesGcmCodec;
import dev.cairn.journal.codec.DeflateCodec;
import dev.cairn.journal.codec.EncryptionKeys;
import dev.cairn.journal.codec.Lz4Codec;
import dev.cairn.spi.EntryPlace;
import dev.cairn.spi.PayloadCodec;
import dev.cairn.time.EncryptionNonceSource;
import dev.cairn.value.JsonCodec;
import dev.cairn.value.JsonPayload;

/** Random journals whose payloads share values, large and small, come back as they were; damaged ones are refused. */
@Tag("properties")
class JournalPropertyTest {

    private static final String INSTANCE = "01J8";
    private static final int SEEDS = Integer.getInteger("cairn.seeds", 15);
    private static final int DAMAGES = 200;
    private static final JsonNodeFactory NODES = JsonNodeFactory.instance;

    /** Fixed seeds, and a fresh one each time; the name of a failed test has it. */
    static Stream<Long> seeds() {
        return Stream.concat(IntStream.range(0, SEEDS).mapToObj(Long::valueOf), Stream.of(new Random().nextLong()));
    }

    @ParameterizedTest(name = "seed {0}")
    @MethodSource("seeds")
    void everyJournalComesBackAsItWas(long seed) {
        Random random = new Random(seed);
        JournalEncodingOptions options = options(random);
        List<JournalEntry> entries = entries(random);
        List<byte[]> stored = store(options, entries);

        JournalDecoder all = new JournalDecoder(options, INSTANCE, stored);
        for (int position = 0; position < entries.size(); position++) {
            assertThat(all.read(position)).as("entry %d", position).isEqualTo(entries.get(position));
        }
        for (int position = 0; position < entries.size(); position++) {
            assertThat(new JournalDecoder(options, INSTANCE, stored).read(position)).as("entry %d alone", position)
                    .isEqualTo(entries.get(position));
        }
        assertThat(new JournalDecoder(new JournalEncodingOptions(1 << 20, options.seal()), INSTANCE, stored).last())
                .isEqualTo(entries.get(entries.size() - 1));
    }

    @ParameterizedTest(name = "seed {0}")
    @MethodSource("seeds")
    void damagedJournalsAreRefused(long seed) {
        Random random = new Random(seed);
        JournalEncodingOptions options = options(random);
        List<JournalEntry> entries = entries(random);
        List<byte[]> stored = store(options, entries);
        int last = stored.size() - 1;
        for (int i = 0; i < DAMAGES; i++) {
            byte[] whole = stored.get(last);
            List<byte[]> damaged = new ArrayList<>(stored);
            damaged.set(last, damage(whole, random));
            JournalEntry read;
            try {
                read = new JournalDecoder(options, INSTANCE, damaged).read(last);
                JsonNode tree = JournalEncoder.payload(read.event()).tree();
                assertThat(tree).isNotNull();
            } catch (DamagedEntryException refused) {
                continue;
            }
            assertThat(damaged.get(last)).as("only what is whole is read").isEqualTo(whole);
        }
    }

    private static byte[] damage(byte[] whole, Random random) {
        byte[] damaged = random.nextInt(4) == 0 ? Arrays.copyOf(whole, random.nextInt(whole.length)) : whole.clone();
        for (int times = random.nextInt(4); times > 0 && damaged.length > 0; times--) {
            // The head of an entry has the lengths.
            int bound = random.nextBoolean() ? Math.min(damaged.length, 32) : damaged.length;
            damaged[random.nextInt(bound)] = (byte) random.nextInt();
        }
        return damaged;
    }

    private static JournalEncodingOptions options(Random random) {
        List<PayloadCodec> codecs = new ArrayList<>();
        boolean lz4 = random.nextBoolean();
        codecs.add(new DeflateCodec(!lz4 && random.nextBoolean(), 512));
        codecs.add(new Lz4Codec(lz4 && random.nextBoolean(), 512));
        String key = Base64.getEncoder().encodeToString(new byte[32]);
        codecs.add(
                new AesGcmCodec(new EncryptionKeys(Map.of("k", key)), random.nextBoolean() ? "k" : null,
                        EncryptionNonceSource.secure()));
        return new JournalEncodingOptions(JournalEncodingOptions.MIN_LARGE_VALUE_BYTES << random.nextInt(5),
                PayloadCodecChain.of(codecs));
    }

    private static List<byte[]> store(JournalEncodingOptions options, List<JournalEntry> entries) {
        JournalEncoder writer = new JournalEncoder(options);
        List<byte[]> stored = new ArrayList<>();
        for (JournalEntry entry : entries) {
            byte[] encoded = writer.encode(stored.size(), entry);
            stored.add(options.seal().seal(encoded, new EntryPlace(INSTANCE, stored.size())));
        }
        return stored;
    }

    private static List<JournalEntry> entries(Random random) {
        List<JsonNode> pool = new ArrayList<>();
        List<JournalEntry> entries = new ArrayList<>();
        entries.add(entry(random, new Started("test:case", "1.0.0", random.nextLong(), 1, payload(random, pool))));
        for (int i = random.nextInt(12); i > 0; i--) {
            entries.add(entry(random, random.nextInt(4) == 0 ? new Fired("/do/" + i)
                    : new Completed("/do/" + i,
                            payload(random, pool))));
        }
        entries.add(entry(random, new Ended(InstanceStatus.COMPLETED, payload(random, pool), null)));
        return entries;
    }

    private static JournalEntry entry(Random random, JournalEvent happening) {
        return new JournalEntry(random.nextInt(Integer.MAX_VALUE), happening);
    }

    /** Of a tree, or as it comes in over HTTP. */
    private static JsonPayload payload(Random random, List<JsonNode> pool) {
        JsonNode tree = tree(random, pool, 0);
        return random.nextInt(3) == 0 ? JsonPayload.of(tree, JsonCodec.write(tree)) : JsonPayload.of(tree);
    }

    /** A tree that shares parts with those in the pool, and is added to it with its parts. */
    private static JsonNode tree(Random random, List<JsonNode> pool, int depth) {
        if (!pool.isEmpty() && random.nextInt(4) == 0) {
            return pool.get(random.nextInt(pool.size()));
        }
        JsonNode made;
        switch (random.nextInt(depth > 4 ? 4 : 7)) {
            case 0:
                made = NODES.numberNode(random.nextInt());
                break;
            case 1:
                made = NODES.numberNode(random.nextDouble());
                break;
            case 2:
                made = NODES.textNode("s".repeat(random.nextInt(8) == 0 ? random.nextInt(20_000) : random.nextInt(20)));
                break;
            case 3:
                made = random.nextBoolean() ? NODES.nullNode() : NODES.booleanNode(random.nextBoolean());
                break;
            case 4:
                ArrayNode array = NODES.arrayNode();
                for (int i = random.nextInt(12); i > 0; i--) {
                    array.add(tree(random, pool, depth + 1));
                }
                made = array;
                break;
            default:
                ObjectNode object = NODES.objectNode();
                for (int i = random.nextInt(12); i > 0; i--) {
                    object.set(key(random), tree(random, pool, depth + 1));
                }
                made = object;
        }
        pool.add(made);
        return made;
    }

    private static String key(Random random) {
        String[] keys = { "", "a", "b", "a/b", "~", "~1", "0", "1", "-", "ключ", "with space", "\"", "😀", "k\ud800",
                "\udc00" };
        return keys[random.nextInt(keys.length)];
    }
}

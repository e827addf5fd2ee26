package dev.cairn.persistence.redis;

import static dev.cairn.testkit.SampleInstances.create;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.stream.Stream;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

import dev.cairn.api.InstanceStatus;
import dev.cairn.api.SearchKeys;
import dev.cairn.servers.ValkeyServer;
import dev.cairn.spi.InstanceMessage;
import dev.cairn.spi.InstanceRow;
import dev.cairn.spi.InstanceWrite;
import dev.cairn.testkit.SampleInstances;
import dev.cairn.testkit.StoredCountCheck;
import io.smallrye.mutiny.Uni;
import io.vertx.redis.client.Command;
import io.vertx.redis.client.Response;

/**
 * The bytes of headers, and of what indexes are made of. A test here that has to be changed means another format of {@link InstanceHeader}, which
 * what is stored already has to be read besides.
 */
@Tag("servers")
@Tag("redis")
class RedisStoredFormTest {

    private static final Duration PATIENCE = Duration.ofMinutes(1);
    private static final InstanceRow ENDED = new InstanceRow("a-1", "s:o", "1.0", InstanceStatus.COMPLETED, 1, 2,
            InstanceRow.NEVER, null, 300, new SearchKeys("o-1", Map.of("a", "b")));
    private static final InstanceRow RUNNING = new InstanceRow("b", "s:o", "1.0", InstanceStatus.RUNNING, 1, 2, 70_000, "node");

    @RegisterExtension
    static final StoreServer SERVER = new StoreServer(ValkeyServer::new);

    private final String prefix = UUID.randomUUID().toString();
    private final String base = new RedisKeys(prefix, 1).base(0);
    private final RedisStore store = SERVER.opener().open(prefix, 1, RedisDurabilityMode.BATCHED);

    @AfterEach
    void close() {
        store.close();
    }

    @Test
    void aHeader() {
        assertForm(new InstanceHeader(RUNNING, 7, 3), "81" + "0000000000000007" + "0000000000000003" + "01" + "0000000000011170"
                + "0000000000000000" + "0000000000000001" + "00046e6f6465" + "0003733a6f" + "0000000000000002" + "00" + "00"
                + "0003312e30" + "0000");
    }

    @Test
    void aHeaderOfAnInstanceThatEndedAndHasKeys() {
        assertForm(new InstanceHeader(ENDED, 7, 3), "81" + "0000000000000007" + "0000000000000003" + "06" + "0000000000000000"
                + "000000000000012c" + "0000000000000001" + "0000" + "0003733a6f" + "0000000000000002" + "01" + "01"
                + "0003312e30" + "00036f2d31" + "000161" + "000162");
    }

    private static void assertForm(InstanceHeader header, String hex) {
        assertThat(hex(header.encode())).isEqualTo(hex);
        assertThat(InstanceHeader.decode(header.row().id(), HexFormat.of().parseHex(hex))).isEqualTo(header);
    }

    @Test
    void anInstanceIsAListOfItsEntriesAndItsHeader() {
        await(store.commit(List.of(InstanceWrite.of(RUNNING, 7, 0, List.of(new byte[] { 1, 2 }, new byte[] { 3 })))));
        assertThat(members(Command.LRANGE, ":i:b", "0", "-1")).containsExactly("0102", "03",
                hex(new InstanceHeader(RUNNING, 7, 2).encode()));
    }

    @Test
    void indexesAndTheMarksOfWhatIsSearchedBy() {
        await(store.heartbeat(SampleInstances.A, 1_000_000));
        StoredCountCheck.counted(store);
        await(store.commit(List.of(create(ENDED, "1"), create(RUNNING, "1"))));
        String created = "0000000000000001";

        assertThat(members(Command.ZRANGE, ":l:6:s:o", "0", "-1")).containsExactly(created + "612d31",
                "ff" + "0000000000000002" + created + "612d31");
        assertThat(members(Command.ZRANGE, ":l:0:s:o", "0", "-1")).containsExactly(created + "62");
        assertThat(members(Command.ZRANGE, ":e", "0", "-1")).containsExactly("000000000000012c" + "612d31");
        assertThat(members(Command.ZRANGE, ":t", "0", "-1")).containsExactly("0000000000011170" + "62");
        assertThat(members(Command.ZRANGE, ":r", "0", "-1")).containsExactly("6e6f6465" + "00" + "62");
        assertThat(members(Command.ZRANGE, ":k", "0", "-1")).containsExactly(
                "61" + "000161" + "000162" + created + "612d31", "62" + "00036f2d31" + created + "612d31");
        assertThat(members(Command.SMEMBERS, ":w")).containsExactly("733a6f");
    }

    @Test
    void aMessage() {
        await(store.commit(List.of(create(RUNNING, "1"))));
        await(store.post(new InstanceMessage("b", "m", new byte[] { 9 })));

        List<String> queue = members(Command.ZRANGE, ":q", "0", "-1");
        assertThat(queue).singleElement().asString().hasSize(16 + 6).endsWith("62" + "00" + "6d");
        assertThat(members(Command.HVALS, ":m:b")).containsExactly(queue.get(0).substring(0, 16) + "09");
    }

    private List<String> members(Command command, String key, Object... arguments) {
        Object[] all = Stream.concat(Stream.of(base + key), Stream.of(arguments)).toArray();
        return SERVER.opener().send(command, all).stream().map(Response::toBytes).map(RedisStoredFormTest::hex).toList();
    }

    private static String hex(byte[] bytes) {
        return HexFormat.of().formatHex(bytes);
    }

    private static <T> T await(Uni<T> result) {
        return result.await().atMost(PATIENCE);
    }
}

package dev.cairn.persistence.redis;

import static dev.cairn.testkit.SampleInstances.FUTURE_MILLIS;
import static dev.cairn.testkit.SampleInstances.LONG_MILLIS;
import static dev.cairn.testkit.SampleInstances.NODE;
import static dev.cairn.testkit.SampleInstances.OTHER_NODE;
import static dev.cairn.testkit.SampleInstances.create;
import static dev.cairn.testkit.SampleInstances.created;
import static dev.cairn.testkit.SampleInstances.inPhase;
import static dev.cairn.testkit.SampleInstances.running;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.stream.IntStream;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import dev.cairn.api.InstanceStatus;
import dev.cairn.api.SearchKeys;
import dev.cairn.servers.ValkeyServer;
import dev.cairn.spi.InstanceMessage;
import dev.cairn.spi.InstancePage;
import dev.cairn.spi.InstanceQuery;
import dev.cairn.spi.InstanceWrite;
import dev.cairn.spi.NodeMessage;
import dev.cairn.spi.NodeMessages;
import dev.cairn.testkit.SampleInstances;
import io.smallrye.mutiny.Uni;
import io.vertx.redis.client.Command;
import io.vertx.redis.client.Request;
import io.vertx.redis.client.Response;

/** Requests of the store to a server, by the server's own count, which includes the calls of scripts. */
@Tag("servers")
@Tag("redis")
class RedisCommandsTest {

    private static final Duration PATIENCE = Duration.ofMinutes(1);
    private static final String CALLS = "cmdstat_evalsha";
    private static final String INSTANCES_LOOKED_AT = "cmdstat_lindex";

    private static final String MEMBERS_READ = "members-read";
    /** Before a script: counts what it reads of lists. */
    private static final String COUNTING = """
            local original = redis
            local redis = { call = function(command, ...)
              local answer = original.call(command, ...)
              if command == 'ZREVRANGEBYLEX' then
                original.call('INCRBY', 'members-read', #answer)
              end
              return answer
            end }
            """;

    @TempDir
    Path directory;

    private static Map<String, String> commands(StoreOpener opener) {
        return info(opener, "commandstats");
    }

    private static Map<String, String> info(StoreOpener opener, String section) {
        return RedisServerInfo.parse(opener.client().send(Request.cmd(Command.INFO).arg(section)).toCompletionStage()
                .toCompletableFuture().join().toString());
    }

    private static <T> T await(Uni<T> uni) {
        return uni.await().atMost(PATIENCE);
    }

    @Test
    void aBatchIsOneCallAndNothingLooksThroughTheKeys() throws Exception {
        try (StoreOpener opener = new StoreOpener(ValkeyServer::new, directory, 6, "appendonly yes");
                RedisStore store = opener.open(UUID.randomUUID().toString(), 1, RedisDurabilityMode.STRICT)) {
            await(store.heartbeat(SampleInstances.A, LONG_MILLIS));
            // The script is loaded with its first call.
            await(store.commit(List.of(create(running("first"), "1"))));
            long before = calls(opener, CALLS);
            List<InstanceWrite> batch = IntStream.range(0, 100).mapToObj(i -> create(running("i-" + i)
                    .withKeys(new SearchKeys("o-" + i, Map.of("customer", "c-1"))), "1")).toList();
            await(store.commit(batch));
            assertThat(calls(opener, CALLS) - before).isEqualTo(1);

            doAllElse(store);
            assertThat(commands(opener)).containsKey(CALLS).doesNotContainKeys("cmdstat_keys", "cmdstat_scan",
                    "cmdstat_randomkey", "cmdstat_hscan", "cmdstat_sscan", "cmdstat_zscan", "cmdstat_sort");
        }
    }

    /** Each way to ask the store something, and the end of an instance. */
    private static void doAllElse(RedisStore store) {
        await(store.commit(List.of(create(created("ended", "shop:a", InstanceStatus.COMPLETED, 1_000), "1"))));
        await(store.removeEnded(FUTURE_MILLIS, 10));
        await(store.load("i-1"));
        await(store.row("i-1"));
        await(store.heartbeat(SampleInstances.B, LONG_MILLIS));
        await(store.claim(OTHER_NODE, List.of("i-1")));
        await(store.claimOrphans(NODE, 10));
        await(store.dueTimers(FUTURE_MILLIS, null, 10));
        await(store.find(InstanceQuery.all(10)));
        await(store.findOwned(NODE, null, 10));
        await(store.find(InstanceQuery.all(10).withWorkflow("shop:a").withStatus(InstanceStatus.RUNNING)
                .withKeys(new SearchKeys("o-1", Map.of("customer", "c-1")))));
        await(store.post(new InstanceMessage("i-2", "m-1", new byte[] { 1 })));
        await(store.messages(NODE, 10));
        await(store.isPosted(new InstanceMessage("i-2", "m-1", new byte[0])));
        await(store.handled(List.of(new InstanceMessage("i-2", "m-1", new byte[] { 1 }))));
        NodeMessages nodes = store.nodeMessages().orElseThrow();
        List<NodeMessage> told = List.of(new NodeMessage(OTHER_NODE, "m-2", new byte[] { 1 }));
        await(nodes.alive());
        await(nodes.tell(told));
        await(nodes.told(OTHER_NODE, 10));
        await(nodes.unheard("m-2", List.of(OTHER_NODE)));
        await(nodes.heard(told));
        await(store.heartbeat(SampleInstances.A, 0));
    }

    /** Pending and running instances are listed together. */
    @Test
    void noCallLooksAtManyAndAPageThatFindsFewEndsEarly() throws Exception {
        int running = 20_000;
        try (StoreOpener opener = new StoreOpener(ValkeyServer::new, directory, 6);
                RedisStore store = opener.open(UUID.randomUUID().toString(), 16, RedisDurabilityMode.BATCHED)) {
            for (int from = 0; from < running; from += 1_000) {
                await(store.commit(IntStream.range(from, from + 1_000).mapToObj(i -> create(
                        created("i-" + i, "shop:a", i % 5_000 == 0 ? InstanceStatus.PENDING : InstanceStatus.RUNNING, i), "1"))
                        .toList()));
            }
            InstanceQuery query = InstanceQuery.all(500).withStatus(InstanceStatus.PENDING);
            List<String> found = new ArrayList<>();
            String cursor = null;
            int pages = 0;
            do {
                long calls = calls(opener, CALLS);
                long instances = calls(opener, INSTANCES_LOOKED_AT);
                InstancePage page = await(store.find(query.withCursor(cursor)));
                calls = calls(opener, CALLS) - calls;
                instances = calls(opener, INSTANCES_LOOKED_AT) - instances;
                assertThat(instances).isLessThanOrEqualTo(1_000 * calls).isLessThan(5_000);
                page.rows().forEach(row -> found.add(row.id()));
                cursor = page.next();
                pages++;
            } while (cursor != null);

            assertThat(found).containsExactly("i-15000", "i-10000", "i-5000", "i-0");
            // Each looks at 4,000, and the next one at some of those again.
            assertThat(pages).isBetween(running / 4_000, 2 * running / 4_000);
        }
    }

    /** Without a workflow it is looked for in a list of each workflow and status. */
    @Test
    void aFullPageReadsLittleMoreOfTheListsThanItHas() throws Exception {
        int workflows = 50;
        int count = 5_000;
        int wanted = 100;
        String prefix = UUID.randomUUID().toString();
        try (StoreOpener opener = new StoreOpener(ValkeyServer::new, directory, 6);
                RedisStore store = opener.open(prefix, 1, RedisDurabilityMode.BATCHED)) {
            for (int from = 0; from < count; from += 1_000) {
                await(store.commit(IntStream.range(from, from + 1_000).mapToObj(i -> create(created("i-" + i,
                        "shop:w" + i % workflows, i % 3 == 0 ? InstanceStatus.FAULTED : InstanceStatus.COMPLETED, i), "1"))
                        .toList()));
            }
            // All of a page are in one list.
            await(store.commit(IntStream.range(count, count + wanted).mapToObj(i -> create(
                    created("i-" + i, "shop:w7", InstanceStatus.COMPLETED, i), "1")).toList()));

            for (int end : new int[] { count + wanted, count + wanted / 2, count, count / 2 }) {
                Response answer = opener.client().send(Request.cmd(Command.EVAL).arg(COUNTING + ServerScript.FIND.text()).arg(1)
                        .arg(new RedisKeys(prefix, 1).base(0)).arg(9).arg("").arg("").arg("0123456").arg("-")
                        .arg(RedisKeys.beforeTime(end))
                        .arg(wanted).arg("").arg("").arg(0)).toCompletionStage().toCompletableFuture().join().get(0);
                List<String> found = IntStream.range(0, wanted).mapToObj(i -> RedisKeys.idOf(answer.get(1 + 2 * i).toBytes()))
                        .toList();
                assertThat(found).isEqualTo(IntStream.range(0, wanted).mapToObj(i -> "i-" + (end - 1 - i)).toList());
                long read = opener.client().send(Request.cmd(Command.GETDEL).arg(MEMBERS_READ)).toCompletionStage()
                        .toCompletableFuture().join().toLong();
                assertThat(read).isBetween((long) wanted, 5L * wanted);
            }
        }
    }

    @Test
    void whatANodeOwnsIsFoundWithoutLookingAtWhatOthersDo() throws Exception {
        try (StoreOpener opener = new StoreOpener(ValkeyServer::new, directory, 6);
                RedisStore store = opener.open(UUID.randomUUID().toString(), 4, RedisDurabilityMode.BATCHED)) {
            await(store.commit(IntStream.range(0, 1_000)
                    .mapToObj(i -> create(inPhase("i-" + i, i % 2 == 0 ? InstanceStatus.PENDING : InstanceStatus.RUNNING,
                            i % 100 == 0 ? NODE : OTHER_NODE), "1"))
                    .toList()));
            long before = calls(opener, INSTANCES_LOOKED_AT);

            assertThat(await(store.findOwned(NODE, null, 500)).rows()).hasSize(10);
            assertThat(calls(opener, INSTANCES_LOOKED_AT) - before).isEqualTo(10);
        }
    }

    /** Keys with an expiry are dropped by some eviction policies, about which the store does not warn. */
    @Test
    void nothingExpiresAndANodeThatLeavesTakesAlongWhatItWasGiven() throws Exception {
        String prefix = UUID.randomUUID().toString();
        String given = new RedisKeys(prefix, 1).base(0) + ":p:" + NODE;
        try (StoreOpener opener = new StoreOpener(ValkeyServer::new, directory, 6, "appendonly yes");
                RedisStore store = opener.open(prefix, 1, RedisDurabilityMode.BATCHED)) {
            await(store.heartbeat(SampleInstances.A, LONG_MILLIS));
            await(store.commit(List.of(create(inPhase("a", InstanceStatus.PENDING, null), "1"))));
            assertThat(await(store.claimOrphans(NODE, 1))).hasSize(1);
            assertThat(exists(opener, given)).isTrue();
            assertThat(info(opener, "keyspace").get("db0")).contains("expires=0");

            await(store.heartbeat(SampleInstances.A, 0));
            assertThat(exists(opener, given)).isFalse();
        }
    }

    private static boolean exists(StoreOpener opener, String key) {
        return opener.client().send(Request.cmd(Command.EXISTS).arg(key)).toCompletionStage().toCompletableFuture().join()
                .toBoolean();
    }

    private static long calls(StoreOpener opener, String command) {
        String count = commands(opener).getOrDefault(command, "calls=0,");
        return Long.parseLong(count.substring("calls=".length(), count.indexOf(',')));
    }
}

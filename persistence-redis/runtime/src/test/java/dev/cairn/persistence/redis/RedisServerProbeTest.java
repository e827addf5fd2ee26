package dev.cairn.persistence.redis;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

import dev.cairn.persistence.redis.EventLoopRedisClients.Client;
import dev.cairn.servers.ValkeyServer;
import dev.cairn.testkit.ManualTime;
import io.vertx.redis.client.Command;
import io.vertx.redis.client.Redis;

/** The facts of a server are known and logged without a request for them. */
@Tag("servers")
@Tag("redis")
class RedisServerProbeTest {

    private static final Duration PATIENCE = Duration.ofMinutes(1);
    private static final Logger LOG = Logger.getLogger("dev.cairn");

    @RegisterExtension
    static final StoreServer SERVER = new StoreServer(ValkeyServer::new);

    private final String prefix = UUID.randomUUID().toString();

    @AfterEach
    void mend() {
        set("noeviction");
    }

    @Test
    void aServerThatIsSetOtherwiseIsFoundOutWithinAMinute() {
        ManualTime time = new ManualTime(0);
        RedisSettings settings = new RedisSettings(prefix, 1, RedisDurabilityMode.STRICT, 0, PATIENCE);
        RedisServerProbe check = new RedisServerProbe(new RedisRequestSender(SERVER.opener().vertx()), 1, settings,
                new RedisKeys(prefix, 1), time);
        Client client = EventLoopRedisClients.one(SERVER.opener().client(), SERVER.opener().vertx()).shared();
        assertThat(check.known(client)).isNull();
        assertThat(check.ask(client).await().atMost(PATIENCE).faults(RedisDurabilityMode.STRICT)).isEmpty();

        set("allkeys-lru");
        time.advance(59_999);
        assertThat(faultsKnown(check, client)).isEmpty();
        check.close(PATIENCE);
        assertThat(faultsKnown(check, client)).isEmpty();
        time.advance(1);
        assertThat(faultsKnown(check, client)).as("nobody waits").isEmpty();
        check.close(PATIENCE);
        assertThat(faultsKnown(check, client)).singleElement().asString().startsWith("CAIRN-0538");
    }

    @Test
    void whatIsDoubtedEachClientFindsOutByItself() {
        RedisSettings settings = new RedisSettings(prefix, 1, RedisDurabilityMode.STRICT, 0, PATIENCE);
        Redis another = Redis.createClient(SERVER.opener().vertx(), SERVER.opener().server().url());
        Client first = EventLoopRedisClients.one(SERVER.opener().client(), SERVER.opener().vertx()).shared();
        Client second = new Client(1, another, first.context());
        RedisServerProbe check = new RedisServerProbe(new RedisRequestSender(SERVER.opener().vertx()), 2, settings,
                new RedisKeys(prefix, 1));
        check.ask(first).await().atMost(PATIENCE);
        assertThat(check.known(second)).isNull();
        check.ask(second).await().atMost(PATIENCE);
        assertThat(check.known(second)).isNotNull();

        check.doubt();
        assertThat(check.known(first)).isNull();
        assertThat(check.last()).isNotNull();
        check.ask(first).await().atMost(PATIENCE);
        assertThat(check.known(first)).isNotNull();
        assertThat(check.known(second)).isNull();
        another.close();
    }

    private static List<String> faultsKnown(RedisServerProbe check, Client client) {
        return check.known(client).faults(RedisDurabilityMode.STRICT);
    }

    @Test
    void whatIsWrongIsSaidWhenAStoreIsOpened() {
        set("allkeys-lru");
        List<String> said = new CopyOnWriteArrayList<>();
        Handler log = listening(said);
        LOG.addHandler(log);
        try (RedisStore store = SERVER.opener().open(prefix, 1, RedisDurabilityMode.STRICT)) {
            // Asked together with what the store asks when it is opened, or after that.
            store.row("none").await().atMost(PATIENCE);
            assertThat(said).anyMatch(message -> message.startsWith("CAIRN-0538") && message.contains("allkeys-lru"));
        } finally {
            LOG.removeHandler(log);
        }
    }

    private static Handler listening(List<String> said) {
        return new Handler() {
            @Override
            public void publish(LogRecord entry) {
                if (entry.getLevel().intValue() >= Level.WARNING.intValue()) {
                    said.add(entry.getMessage());
                }
            }

            @Override
            public void flush() {
                // All is there.
            }

            @Override
            public void close() {
                // Nothing to let go of.
            }
        };
    }

    private static void set(String policy) {
        SERVER.opener().send(Command.CONFIG, "SET", "maxmemory-policy", policy);
    }
}

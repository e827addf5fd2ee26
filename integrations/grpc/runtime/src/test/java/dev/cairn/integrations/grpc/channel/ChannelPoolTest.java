package dev.cairn.integrations.grpc.channel;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.time.Duration;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class ChannelPoolTest {

    private final ChannelPool pool = new ChannelPool(2, new HostConnector(Duration.ofSeconds(10), null)::connect);

    @AfterEach
    void close() {
        pool.close();
    }

    @Test
    void sharesTheChannelOfAServer() {
        PooledChannel first = used("a");

        assertThat(used("a")).isSameAs(first);
        assertThat(used("b")).isNotSameAs(first);
    }

    @Test
    void keepsCheckedAddressesApart() throws UnknownHostException {
        PooledChannel one = pool.acquire(new ChannelKey("a", 1, InetAddress.getByName("127.0.0.1"), false));
        PooledChannel other = pool.acquire(new ChannelKey("a", 1, InetAddress.getByName("127.0.0.2"), false));

        assertThat(other).isNotSameAs(one);
        assertThat(one.channel().authority()).isEqualTo("a:1");
    }

    @Test
    void closesTheLeastRecentlyUsed() {
        PooledChannel a = used("a");
        PooledChannel b = used("b");
        used("a");

        used("c");

        assertThat(b.channel().isShutdown()).isTrue();
        assertThat(a.channel().isShutdown()).isFalse();
        assertThat(pool.size()).isEqualTo(2);
        assertThat(used("b")).isNotSameAs(b);
    }

    @Test
    void keepsAChannelWithACall() {
        PooledChannel busy = pool.acquire(key("a"));
        used("b");
        used("c");
        used("d");

        assertThat(busy.channel().isShutdown()).isFalse();
        assertThat(pool.size()).isEqualTo(2);
        busy.release();
        used("e");
        used("f");
        assertThat(busy.channel().isShutdown()).isTrue();
    }

    @Test
    void closesAllAtTheEnd() {
        PooledChannel channel = used("a");

        pool.close();

        assertThat(channel.channel().isShutdown()).isTrue();
    }

    @Test
    void leavesNoChannelOpenAfterTheEnd() {
        pool.close();

        assertThat(used("a").channel().isShutdown()).isTrue();
    }

    /** Names in container networks have underscores. */
    @Test
    void connectsToTheCheckedAddressOfAnyName() throws UnknownHostException {
        InetAddress address = InetAddress.getByAddress("stock_1", new byte[] { 127, 0, 0, 1 });

        assertThat(pool.acquire(new ChannelKey("stock_1", 1, address, false)).channel().authority()).isEqualTo("stock_1:1");
    }

    @Test
    void writesAnAddressOfTheSixthVersionInBrackets() {
        assertThat(new ChannelKey("::1", 50, null, true).authority()).isEqualTo("[::1]:50");
    }

    private PooledChannel used(String host) {
        PooledChannel channel = pool.acquire(key(host));
        channel.release();
        return channel;
    }

    private static ChannelKey key(String host) {
        return new ChannelKey(host, 1, null, false);
    }
}

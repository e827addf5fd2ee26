package dev.cairn.quarkus.oidc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;

import org.junit.jupiter.api.Test;

import dev.cairn.spi.outbound.OutboundCaller;
import dev.cairn.time.TimeSource;
import io.quarkus.oidc.client.Tokens;
import io.smallrye.mutiny.Uni;
import io.smallrye.mutiny.subscription.UniEmitter;
import io.vertx.core.json.JsonObject;

/** A token is kept while it is fresh, and asked for by one request at a time. */
class TokenClientTest {

    private static final OutboundCaller CALLER = new OutboundCaller("test:case", "1.0.0", "i-1", "/do/0/a");

    private final List<String> requests = new ArrayList<>();
    private final List<UniEmitter<? super Tokens>> waiting = new ArrayList<>();
    private long nowMillis = 1_000_000;
    private boolean holding;
    private RuntimeException failure;
    private Long lifeSeconds = 300L;
    private String refreshToken;

    private final TokenClient client = new TokenClient(new TokenClient.TokenExchange() {
        @Override
        public Uni<Tokens> tokens(OutboundCaller caller, String refresh) {
            return Uni.createFrom().emitter(emitter -> {
                requests.add(refresh == null ? "new" : refresh);
                if (holding) {
                    waiting.add(emitter);
                } else if (failure != null) {
                    emitter.fail(failure);
                } else {
                    emitter.complete(answer());
                }
            });
        }

        @Override
        public void close() {}
    }, () -> nowMillis);

    private Tokens answer() {
        Long end = lifeSeconds == null ? null : TimeSource.system().millis() / 1000 + lifeSeconds;
        return new Tokens("t" + requests.size(), end, null, refreshToken, null, new JsonObject(), "c");
    }

    @Test
    void aFreshTokenIsKept() {
        assertThat(token(null)).isEqualTo("t1");
        nowMillis += 269_000;
        assertThat(token(null)).isEqualTo("t1");
        nowMillis += 2_000;
        assertThat(token(null)).as("30 seconds before its end").isEqualTo("t2");
    }

    @Test
    void aShortTokenIsRenewedInItsLastQuarter() {
        lifeSeconds = 40L;
        token(null);
        nowMillis += 28_000;
        assertThat(token(null)).isEqualTo("t1");
        nowMillis += 3_000;
        assertThat(token(null)).isEqualTo("t2");
    }

    @Test
    void aTokenWithoutAnEndIsKeptForFiveMinutes() {
        lifeSeconds = null;
        token(null);
        nowMillis += 200_000;
        assertThat(token(null)).isEqualTo("t1");
        nowMillis += 100_000;
        assertThat(token(null)).isEqualTo("t2");
    }

    @Test
    void aRefreshTokenIsUsed() {
        refreshToken = "r1";
        token(null);
        nowMillis += 299_000;
        token(null);

        assertThat(requests).containsExactly("new", "r1");
    }

    @Test
    void aRefusedTokenIsNotGivenAgain() {
        assertThat(token(null)).isEqualTo("t1");
        assertThat(token("t1")).isEqualTo("t2");
        assertThat(token("t1")).as("another call has renewed it").isEqualTo("t2");
    }

    @Test
    void callsWaitForTheSameRequest() {
        holding = true;
        List<String> given = new ArrayList<>();
        client.token(CALLER, null).subscribe().with(given::add);
        client.token(CALLER, null).subscribe().with(given::add);
        assertThat(requests).hasSize(1);

        waiting.get(0).complete(answer());

        assertThat(given).containsExactly("t1", "t1");
    }

    @Test
    void aFailureIsNotKept() {
        failure = new IllegalStateException("down");
        assertThatThrownBy(() -> token(null)).hasMessage("down");
        failure = null;
        assertThat(token(null)).isEqualTo("t2");
    }

    @Test
    void anOldTokenIsGoodUntilItsEnd() {
        token(null);
        failure = new IllegalStateException("down");
        nowMillis += 280_000;
        assertThat(token(null)).isEqualTo("t1");
        assertThatThrownBy(() -> token("t1")).hasMessage("down");
        nowMillis += 21_000;
        assertThatThrownBy(() -> token(null)).hasMessage("down");
    }

    private String token(String refused) {
        return client.token(CALLER, refused).await().indefinitely();
    }
}

package dev.cairn.quarkus.oidc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import dev.cairn.api.WorkflowError;
import dev.cairn.api.WorkflowException;
import dev.cairn.engine.port.QuotedTextException;
import dev.cairn.spi.outbound.OutboundCaller;
import dev.cairn.time.TimeSource;
import io.quarkus.oidc.client.Tokens;
import io.smallrye.mutiny.Uni;
import io.smallrye.mutiny.helpers.test.UniAssertSubscriber;
import io.smallrye.mutiny.subscription.UniEmitter;
import io.vertx.core.json.JsonObject;

/** A token is kept while it is good, renewed before its end, and asked for by one request at a time. */
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
        public void disconnect() {
            requests.add("disconnect");
        }

        @Override
        public void close() {
            requests.add("close");
        }
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

    @Test
    void noCallWaitsWhileTheTokenIsGood() {
        token(null);
        holding = true;
        nowMillis += 280_000;

        assertThat(client.token(CALLER, null).subscribe().withSubscriber(UniAssertSubscriber.create()).getItem())
                .isEqualTo("t1");
        assertThat(requests).as("renewed in the background").hasSize(2);
        assertThat(token(null)).isEqualTo("t1");
        assertThat(requests).hasSize(2);

        waiting.get(0).complete(answer());
        assertThat(token(null)).isEqualTo("t2");
    }

    @Test
    void aRenewalThatFailsIsTriedAgainAfterASecond() {
        token(null);
        failure = new IllegalStateException("down");
        nowMillis += 280_000;
        token(null);
        token(null);
        assertThat(requests).hasSize(2);
        nowMillis += 1_000;
        token(null);
        assertThat(requests).hasSize(3);
        failure = null;
        nowMillis += 1_000;
        assertThat(token(null)).isEqualTo("t4");
    }

    @Test
    void theErrorOfARequestIsThatOfEachTask() {
        holding = true;
        OutboundCaller other = new OutboundCaller("test:other", "1.0.0", "i-2", "/do/3/b");
        UniAssertSubscriber<String> first = client.token(CALLER, null).subscribe().withSubscriber(UniAssertSubscriber.create());
        UniAssertSubscriber<String> second = client.token(other, null).subscribe().withSubscriber(UniAssertSubscriber.create());

        waiting.get(0).fail(new QuotedTextException("secret", quoted -> WorkflowError.of(WorkflowError.Standard.AUTHENTICATION,
                "Refused", quoted, CALLER.task())));

        assertThat(requests).hasSize(1);
        assertThat(((WorkflowException) first.getFailure()).error().instance()).isEqualTo("/do/0/a");
        assertThat(((WorkflowException) second.getFailure()).error().instance()).isEqualTo("/do/3/b");
        assertThat(((QuotedTextException) second.getFailure()).quoting(text -> "***"))
                .as("the text can still be concealed")
                .isEqualTo(WorkflowError.of(WorkflowError.Standard.AUTHENTICATION, "Refused", "***", "/do/3/b"));
    }

    @Test
    void aCancelledCallLeavesTheRequestToTheOthers() {
        holding = true;
        client.token(CALLER, null).subscribe().withSubscriber(UniAssertSubscriber.create()).cancel();
        UniAssertSubscriber<String> other = client.token(CALLER, null).subscribe()
                .withSubscriber(UniAssertSubscriber.create());
        assertThat(requests).hasSize(1);

        waiting.get(0).complete(answer());

        assertThat(other.getItem()).isEqualTo("t1");
        holding = false;
        assertThat(token(null)).isEqualTo("t1");
    }

    @Test
    void callsOfManyThreadsMakeOneRequest() throws Exception {
        holding = true;
        List<UniAssertSubscriber<String>> calls = Collections.synchronizedList(new ArrayList<>());
        ExecutorService threads = Executors.newFixedThreadPool(8);
        Callable<Boolean> call = () -> calls
                .add(client.token(CALLER, null).subscribe().withSubscriber(UniAssertSubscriber.create()));
        threads.invokeAll(Collections.nCopies(1_000, call));
        threads.shutdown();

        assertThat(requests).hasSize(1);
        waiting.get(0).complete(answer());
        assertThat(calls).hasSize(1_000).allSatisfy(each -> assertThat(each.getItem()).isEqualTo("t1"));
    }

    @Test
    void aClosedClientEndsItsRequestAndMakesNoOther() {
        holding = true;
        UniAssertSubscriber<String> call = client.token(CALLER, null).subscribe()
                .withSubscriber(UniAssertSubscriber.create());
        client.close();
        assertThat(requests).containsExactly("new");

        waiting.get(0).complete(answer());

        assertThat(call.getItem()).isEqualTo("t1");
        assertThat(requests).containsExactly("new", "close");
        assertThat(client.token(CALLER, "t1")).as("another client has to be asked").isNull();
        assertThat(token(null)).isEqualTo("t1");
    }

    @Test
    void newConnectionsAreMadeBetweenRequests() {
        client.reconnect();
        holding = true;
        client.token(CALLER, null).subscribe().with(any -> {});
        client.reconnect();
        assertThat(requests).containsExactly("disconnect", "new");

        waiting.get(0).complete(answer());

        assertThat(requests).containsExactly("disconnect", "new", "disconnect");
    }

    @ParameterizedTest
    @ValueSource(longs = { 0, -1, Long.MIN_VALUE / 2 })
    void aTokenThatHasEndedIsGivenOnce(long seconds) {
        lifeSeconds = seconds;
        assertThat(token(null)).isEqualTo("t1");
        assertThat(token(null)).isEqualTo("t2");
    }

    @Test
    void noTokenIsKeptForMoreThanADay() {
        lifeSeconds = Long.MAX_VALUE / 2;
        token(null);
        nowMillis += 86_300_000;
        assertThat(token(null)).isEqualTo("t1");
        nowMillis += 100_000;
        assertThat(token(null)).isEqualTo("t2");
    }

    private String token(String refused) {
        return client.token(CALLER, refused).await().indefinitely();
    }
}

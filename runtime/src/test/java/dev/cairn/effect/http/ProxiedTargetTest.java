package dev.cairn.effect.http;

import static dev.cairn.effect.http.HttpTestServer.callTo;
import static dev.cairn.effect.http.HttpTestServer.dynamicCallTo;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;

import dev.cairn.api.WorkflowError;
import dev.cairn.api.WorkflowException;
import dev.cairn.effect.outbound.OutboundPolicy;
import dev.cairn.effect.outbound.OutboundRules;
import dev.cairn.engine.port.EffectCall;
import dev.cairn.spi.outbound.OutboundCaller;
import dev.cairn.spi.outbound.OutboundHttpRequest;
import io.smallrye.mutiny.Uni;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpClientOptions;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.net.ProxyOptions;
import io.vertx.core.net.ProxyType;

/** Calls through an HTTP proxy, to targets that input can influence. */
class ProxiedTargetTest {

    private static final Duration LIMIT = Duration.ofSeconds(10);
    private static final String PUBLIC = "93.184.216.34";

    private final Vertx vertx = Vertx.vertx();
    /** Methods and targets of the requests, as the proxy gets them. */
    private final Queue<String> requests = new ConcurrentLinkedQueue<>();
    private final HttpTestServer proxy = new HttpTestServer(vertx, this::answer);
    private final HttpTestServer server = new HttpTestServer(vertx,
            request -> request.response().putHeader("Content-Type", "text/plain").end("direct"));
    private String address = PUBLIC;

    @AfterEach
    void close() {
        proxy.close();
        server.close();
        vertx.close().toCompletionStage().toCompletableFuture().join();
    }

    private void answer(HttpServerRequest request) {
        requests.add(request.method() + " " + request.uri());
        if (request.method() == HttpMethod.CONNECT) {
            request.response().setStatusCode(403).end();
        } else {
            request.response().putHeader("Content-Type", "text/plain").end("proxied");
        }
    }

    @Test
    void aProxyThatWouldResolveTheCheckedHostIsNotAsked() {
        try (HttpPerformer performer = performer(List.of(), null)) {
            WorkflowError error = error(performer, dynamicCallTo("http://service.test/a?secret"));

            assertThat(error.type()).isEqualTo(WorkflowError.Standard.CONFIGURATION.type());
            assertThat(error.detail()).startsWith("CAIRN-0737: GET http://service.test/a was not sent: ");
            OutboundHttpRequest streamed = new OutboundHttpRequest("GET", "http://service.test/a", true,
                    JsonNodeFactory.instance.objectNode(), null, null);
            assertThat(catchThrowableOfType(WorkflowException.class, () -> new StreamedHttpClient(performer)
                    .send(streamed, new OutboundCaller("shop:ask", "1.0.0", "i", "/do/0/ask")).await().atMost(LIMIT))
                    .error().detail()).startsWith("CAIRN-0737: ");
        }
        assertThat(requests).isEmpty();
    }

    @Test
    void aProxyIsAskedForHostsThatNeedNoCheckedAddress() {
        address = "10.0.0.1";
        try (HttpPerformer performer = performer(List.of("service.test"), null)) {
            assertThat(perform(performer, dynamicCallTo("http://service.test/a"))).isEqualTo("proxied");
            assertThat(perform(performer, callTo("http://constant.test/a"))).isEqualTo("proxied");
        }
        assertThat(requests).containsExactly("GET http://service.test/a", "GET http://constant.test/a");
    }

    @Test
    void aProxyIsAskedForTheCheckedAddress() {
        try (HttpPerformer performer = performer(List.of(), null)) {
            assertThat(perform(performer, dynamicCallTo("http://" + PUBLIC + "/a"))).isEqualTo("proxied");
            assertThat(error(performer, dynamicCallTo("http://1572395042/a")).detail()).startsWith("CAIRN-0737");
            assertThat(error(performer, dynamicCallTo("https://service.test/a")).type())
                    .isEqualTo(WorkflowError.Standard.COMMUNICATION.type());
        }
        assertThat(requests).containsExactly("GET http://" + PUBLIC + "/a", "CONNECT " + PUBLIC + ":443");
    }

    @Test
    void theNameOfAHostExceptsItFromTheProxy() {
        address = "127.0.0.1";
        try (HttpPerformer performer = performer(List.of(), List.of("*.test", "a.example"))) {
            assertThat(perform(performer, dynamicCallTo("http://Service.TEST:" + server.port() + "/"))).isEqualTo("direct");
            assertThat(error(performer, dynamicCallTo("http://test:" + server.port() + "/")).detail()).startsWith("CAIRN-0737");
            assertThat(perform(performer, callTo("http://a_example/"))).isEqualTo("proxied");
        }
        assertThat(requests).containsExactly("GET http://a_example/");
    }

    /** @param direct hosts that are called without the proxy, or null */
    private HttpPerformer performer(List<String> allowed, List<String> direct) {
        OutboundPolicy policy = new OutboundPolicy(OutboundRules.of(allowed, allowed.isEmpty()),
                host -> Uni.createFrom().item(() -> List.of(address(address))), refusal -> {}, text -> text);
        return new HttpPerformer(vertx, HttpClientSettings.DEFAULTS, policy, new HttpClientOptions().setNonProxyHosts(direct)
                .setProxyOptions(new ProxyOptions().setType(ProxyType.HTTP).setHost("127.0.0.1").setPort(proxy.port())));
    }

    private static InetAddress address(String text) {
        try {
            return InetAddress.getByName(text);
        } catch (UnknownHostException impossible) {
            throw new IllegalArgumentException(impossible);
        }
    }

    private static String perform(HttpPerformer performer, EffectCall call) {
        return performer.perform(call).await().atMost(LIMIT).textValue();
    }

    private static WorkflowError error(HttpPerformer performer, EffectCall call) {
        return catchThrowableOfType(WorkflowException.class, () -> perform(performer, call)).error();
    }
}

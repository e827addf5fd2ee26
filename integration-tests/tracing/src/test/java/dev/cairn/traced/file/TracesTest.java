package dev.cairn.traced.file;

import static io.restassured.RestAssured.given;
import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;

import jakarta.inject.Inject;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import dev.cairn.api.CairnClient;
import dev.cairn.api.EventBus;
import dev.cairn.api.EventBus.PublishResult;
import dev.cairn.api.InstanceHandle;
import dev.cairn.api.StartRequest;
import dev.cairn.traced.SpanLog;
import io.opentelemetry.api.common.AttributeKey;
import io.opentelemetry.api.trace.Span;
import io.opentelemetry.api.trace.SpanKind;
import io.opentelemetry.api.trace.StatusCode;
import io.opentelemetry.api.trace.Tracer;
import io.opentelemetry.context.Context;
import io.opentelemetry.context.Scope;
import io.opentelemetry.sdk.trace.data.SpanData;
import io.quarkus.test.common.http.TestHTTPResource;
import io.quarkus.test.junit.QuarkusTest;
import io.restassured.response.Response;
import io.smallrye.mutiny.Uni;

/** Instances of an application with OpenTelemetry have the spans that the documentation promises. */
@QuarkusTest
class TracesTest {

    private static final String TRACE = "0af7651916cd43dd8448eb211c80319c";
    private static final String CALLER = "b7ad6b7169203331";

    @Inject
    SpanLog log;

    @Inject
    CairnClient cairn;

    @Inject
    EventBus events;

    @Inject
    Tracer tracer;

    @TestHTTPResource
    URI uri;

    @BeforeEach
    void forget() {
        log.spans().clear();
        // Context propagation does not clean up on a thread without a context, so a test would see the span of another.
        Context.root().makeCurrent();
    }

    @Test
    void anInstanceGoesOnInTheTraceOfItsCaller() {
        Response answer = start("calls", "01", Map.of("uri", base(), "order", 7));

        SpanData server = await(span -> span.getKind() == SpanKind.SERVER && span.getName().endsWith("/calls"));
        SpanData instance = await(named("run traced:calls"));
        assertThat(instance.getTraceId()).isEqualTo(TRACE);
        assertThat(server.getParentSpanId()).isEqualTo(CALLER);
        assertThat(instance.getParentSpanId()).isEqualTo(server.getSpanId());
        assertThat(instance.getLinks()).isEmpty();
        assertThat(text(instance, "cairn.workflow")).isEqualTo("traced:calls");
        assertThat(text(instance, "cairn.version")).isEqualTo("1.0.0");
        assertThat(text(instance, "cairn.status")).isEqualTo("completed");
        assertThat(instance.getStatus().getStatusCode()).isEqualTo(StatusCode.UNSET);
        assertThat(instance.getEvents()).singleElement()
                .satisfies(event -> assertThat(event.getName()).isEqualTo("task"))
                .satisfies(event -> assertThat(event.getAttributes().get(AttributeKey.stringKey("cairn.task")))
                        .isEqualTo("/do/0/prepare"));

        SpanData worker = await(named("call CallCounter.countOnWorker"));
        assertThat(worker.getParentSpanId()).isEqualTo(instance.getSpanId());
        assertThat(text(worker, "cairn.task")).isEqualTo("/do/1/worker");
        assertThat(text(worker, "cairn.instance")).isEqualTo(text(instance, "cairn.instance"));
        assertThat(text(worker, "code.function.name")).isEqualTo("dev.cairn.traced.CallCounter.countOnWorker");
        assertThat(await(named("worker")).getParentSpanId()).isEqualTo(worker.getSpanId());
        SpanData loop = await(named("call CallCounter.countOnLoop"));
        assertThat(await(named("loop")).getParentSpanId()).isEqualTo(loop.getSpanId());
        assertThat(answer.path("worker.span").toString()).isEqualTo(worker.getSpanId());
        assertThat(answer.path("worker.logged").toString()).isEqualTo(worker.getSpanId());
        assertThat(answer.path("loop.span").toString()).isEqualTo(loop.getSpanId());

        SpanData call = await(span -> span.getKind() == SpanKind.CLIENT);
        assertThat(call.getName()).isEqualTo("GET");
        assertThat(call.getParentSpanId()).isEqualTo(instance.getSpanId());
        assertThat(text(call, "http.request.method")).isEqualTo("GET");
        assertThat(text(call, "server.address")).isEqualTo(uri.getHost());
        assertThat(call.getAttributes().get(AttributeKey.longKey("server.port"))).isEqualTo(uri.getPort());
        assertThat(call.getAttributes().get(AttributeKey.longKey("http.response.status_code"))).isEqualTo(200);
        assertThat(answer.path("echo.traceparent").toString()).isEqualTo("00-" + TRACE + "-" + call.getSpanId() + "-01");
        assertThat(answer.path("echo.tracestate").toString()).isEqualTo("vendor=1");
        SpanData called = await(span -> span.getKind() == SpanKind.SERVER && span.getName().endsWith("/echo"));
        assertThat(called.getParentSpanId()).isEqualTo(call.getSpanId());
        assertThat(log.spans().stream().filter(span -> span.getInstrumentationScopeInfo().getName().equals("dev.cairn")))
                .allSatisfy(span -> assertThat(span.getAttributes().toString()).doesNotContain("secret"));
    }

    @Test
    void whatIsNotSampledHasNoSpansAndIsHandedOn() {
        Response answer = start("calls", "00", Map.of("uri", base(), "order", 7));
        assertThat(answer.path("echo.traceparent").toString()).startsWith("00-" + TRACE + "-").endsWith("-00");
        assertThat(answer.path("worker.span").toString()).isNotEqualTo("0000000000000000");
        assertThat(log.spans()).isEmpty();
    }

    @Test
    void anEventIsLinkedToWhoSentIt() {
        InstanceHandle hearing = cairn.start(StartRequest.of("hears").withInput(Map.of("key", "linked"))).await()
                .indefinitely();
        Predicate<SpanData> ofHearing = named("run traced:hears")
                .and(span -> hearing.id().equals(text(span, "cairn.instance")));
        SpanData waiting = await(ofHearing);
        assertThat(text(waiting, "cairn.status")).isEqualTo("waiting");
        assertThat(waiting.getParentSpanContext().isValid()).isFalse();

        start("tells", "01", Map.of("key", "linked"));
        SpanData told = await(named("publish traced.told"));
        assertThat(told.getKind()).isEqualTo(SpanKind.PRODUCER);
        assertThat(told.getTraceId()).isEqualTo(TRACE);
        assertThat(text(told, "cloudevents.event_type")).isEqualTo("traced.told");

        assertThat(hearing.result().await().indefinitely().get(0).get("key").textValue()).isEqualTo("linked");
        SpanData heard = await(named("receive traced.told"));
        assertThat(heard.getKind()).isEqualTo(SpanKind.CONSUMER);
        assertThat(heard.getLinks()).singleElement()
                .satisfies(link -> assertThat(link.getSpanContext().getSpanId()).isEqualTo(told.getSpanId()));
        assertThat(text(heard, "cloudevents.event_id")).isEqualTo(text(told, "cloudevents.event_id"));
        SpanData woken = await(ofHearing.and(span -> !span.getSpanId().equals(waiting.getSpanId())));
        assertThat(heard.getParentSpanId()).isEqualTo(woken.getSpanId());
        assertThat(woken.getTraceId()).isEqualTo(waiting.getTraceId());
        assertThat(woken.getLinks()).singleElement()
                .satisfies(link -> assertThat(link.getSpanContext().getSpanId()).isEqualTo(waiting.getSpanId()));
    }

    @Test
    void anEventOfTheApplicationIsLinkedToTheSpanThatPublishedIt() {
        InstanceHandle hearing = cairn.start(StartRequest.of("hears").withInput(Map.of("key", "own"))).await().indefinitely();
        await(named("run traced:hears").and(span -> hearing.id().equals(text(span, "cairn.instance"))));
        Span own = tracer.spanBuilder("own").startSpan();
        Uni<PublishResult> published;
        try (Scope scope = own.makeCurrent()) {
            published = events.publish(ToldEvents.told("own"));
        } finally {
            own.end();
        }
        published.await().indefinitely();
        hearing.result().await().indefinitely();
        Predicate<SpanData> heard = named("receive traced.told")
                .and(span -> hearing.id().equals(text(span, "cairn.instance")));
        assertThat(await(heard).getLinks()).singleElement()
                .satisfies(link -> assertThat(link.getSpanContext().getSpanId()).isEqualTo(own.getSpanContext().getSpanId()));
    }

    @Test
    void aStartWithinASpanIsItsChild() {
        Span own = tracer.spanBuilder("own").startSpan();
        Uni<InstanceHandle> starting;
        try (Scope scope = own.makeCurrent()) {
            starting = cairn.start(StartRequest.of("tells").withInput(Map.of("key", "none")));
        } finally {
            own.end();
        }
        InstanceHandle started = starting.await().indefinitely();
        started.result().await().indefinitely();
        assertThat(await(named("run traced:tells")).getParentSpanId()).isEqualTo(own.getSpanContext().getSpanId());
        assertThat(started.view().await().indefinitely().traceId()).isEqualTo(own.getSpanContext().getTraceId());
    }

    @Test
    void anInstanceThatAnEventStartsIsAChildOfTheSpanThatPublishedIt() {
        Span own = tracer.spanBuilder("own").startSpan();
        Uni<PublishResult> published;
        try (Scope scope = own.makeCurrent()) {
            published = events.publish(ToldEvents.starting("own"));
        } finally {
            own.end();
        }
        published.await().indefinitely();
        SpanData started = await(named("run traced:starts"));
        assertThat(started.getTraceId()).isEqualTo(own.getSpanContext().getTraceId());
        assertThat(started.getParentSpanId()).isEqualTo(own.getSpanContext().getSpanId());
    }

    @Test
    void aStartThatCameBeforeHasNoSpanAgain() {
        StartRequest request = StartRequest.of("hears").withInput(Map.of("key", "again")).withIdempotencyKey("again");
        InstanceHandle hearing = cairn.start(request).await().indefinitely();
        await(named("run traced:hears"));
        assertThat(cairn.start(request).await().indefinitely().created()).isFalse();
        hearing.cancel().await().indefinitely();
        await(named("run traced:hears").and(span -> "cancelled".equals(text(span, "cairn.status"))));
        assertThat(log.spans().stream().filter(named("run traced:hears"))).hasSize(2);
    }

    @Test
    void aChildIsInTheSpanOfTheTaskThatRunsIt() {
        start("parents", "01", Map.of("key", "none"));
        SpanData parent = await(named("run traced:parents"));
        SpanData task = await(named("run workflow"));
        SpanData child = await(named("run traced:tells"));
        assertThat(task.getParentSpanId()).isEqualTo(parent.getSpanId());
        assertThat(child.getParentSpanId()).isEqualTo(task.getSpanId());
        assertThat(text(task, "cairn.child")).isEqualTo(text(child, "cairn.instance"));
    }

    @Test
    void aFailureIsSaidWhereItHappenedAndOfTheInstance() {
        start("fails", "01", Map.of("uri", base()));
        SpanData call = await(span -> span.getKind() == SpanKind.CLIENT);
        assertThat(call.getStatus().getStatusCode()).isEqualTo(StatusCode.ERROR);
        assertThat(call.getAttributes().get(AttributeKey.longKey("http.response.status_code"))).isEqualTo(404);
        assertThat(text(call, "error.type")).endsWith("/errors/communication");
        assertThat(text(call, "cairn.outcome")).isEqualTo("failed");
        SpanData instance = await(named("run traced:fails"));
        assertThat(instance.getStatus().getStatusCode()).isEqualTo(StatusCode.ERROR);
        assertThat(text(instance, "error.type")).endsWith("/errors/communication");
        assertThat(text(instance, "cairn.status")).isEqualTo("faulted");
    }

    @Test
    void eachAttemptHasItsSpan() {
        start("retries", "01", Map.of());
        await(named("run traced:retries"));
        List<SpanData> attempts = log.spans().stream().filter(named("call CallCounter.countSecond")).toList();
        assertThat(attempts).extracting(span -> span.getAttributes().get(AttributeKey.longKey("cairn.attempt")))
                .containsExactly(1L, 2L);
        assertThat(attempts).extracting(span -> span.getStatus().getStatusCode())
                .containsExactly(StatusCode.ERROR, StatusCode.UNSET);
        assertThat(text(await(named("timer")), "cairn.task")).isEqualTo("/do/0/patiently");
    }

    @Test
    void anInstanceThatHasWaitedGoesOnInALinkedSpan() {
        start("naps", "01", Map.of("milliseconds", 1_000));
        SpanData last = await(named("run traced:naps").and(span -> "completed".equals(text(span, "cairn.status"))));
        SpanData first = await(named("run traced:naps").and(span -> "waiting".equals(text(span, "cairn.status"))));
        assertThat(last.getTraceId()).isEqualTo(TRACE);
        assertThat(last.getParentSpanId()).isEqualTo(first.getParentSpanId());
        assertThat(last.getLinks()).singleElement()
                .satisfies(link -> assertThat(link.getSpanContext().getSpanId()).isEqualTo(first.getSpanId()));
        assertThat(last.getAttributes().get(AttributeKey.booleanKey("cairn.resumed"))).isTrue();
        assertThat(await(named("timer")).getParentSpanId()).isEqualTo(last.getSpanId());
        assertThat(await(named("call CallCounter.countOnLoop")).getParentSpanId()).isEqualTo(last.getSpanId());
    }

    private String base() {
        return uri.resolve("/").toString().replaceAll("/$", "");
    }

    private Response start(String workflow, String flags, Map<String, ?> input) {
        return given().header("traceparent", "00-" + TRACE + "-" + CALLER + "-" + flags).header("tracestate", "vendor=1")
                .contentType("application/json").body(input).post("/" + workflow);
    }

    private static Predicate<SpanData> named(String name) {
        return span -> span.getName().equals(name);
    }

    private static String text(SpanData span, String attribute) {
        return span.getAttributes().get(AttributeKey.stringKey(attribute));
    }

    private SpanData await(Predicate<SpanData> wanted) {
        return log.await(wanted);
    }
}

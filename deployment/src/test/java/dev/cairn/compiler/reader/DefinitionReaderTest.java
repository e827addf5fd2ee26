package dev.cairn.compiler.reader;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;

import dev.cairn.definition.BackoffSpec.Growth;
import dev.cairn.definition.CallTarget;
import dev.cairn.definition.CallTarget.HttpOutput;
import dev.cairn.definition.Catch;
import dev.cairn.definition.DataInput;
import dev.cairn.definition.DataOutput;
import dev.cairn.definition.Definition;
import dev.cairn.definition.ErrorFilter;
import dev.cairn.definition.FlowDirective;
import dev.cairn.definition.SourceLocation;
import dev.cairn.definition.SwitchCase;
import dev.cairn.definition.Task;

/** The model of a good definition. */
class DefinitionReaderTest {

    private static final JsonNodeFactory JSON = JsonNodeFactory.instance;

    @Test
    void theDocumentSaysWhoADefinitionIs() {
        Definition definition = Read.yaml("""
                document:
                  dsl: 1.0.3
                  namespace: acme
                  name: orders
                  version: 2.1.0-rc.1
                  title: Orders
                  summary: All about *orders*
                  tags: {team: shop}
                  metadata: {anything: [goes], cairn: {http: {path: /orders}}}
                evaluate: {language: jq, mode: strict}
                input: {schema: {format: json, document: {type: object}}, from: .order}
                output: {as: {id: "${ .id }"}}
                timeout: {after: PT1H}
                do:
                  - done: {set: {a: 1}}
                """).good();

        assertThat(definition.document().toString()).isEqualTo("acme:orders:2.1.0-rc.1");
        assertThat(definition.document().dsl()).isEqualTo("1.0.3");
        assertThat(definition.document().title()).isEqualTo("Orders");
        assertThat(definition.document().summary()).isEqualTo("All about *orders*");
        assertThat(definition.http().path()).isEqualTo("/orders");
        assertThat(definition.http().location())
                .isEqualTo(new SourceLocation("sample.yaml", 9, 53, "/document/metadata/cairn/http/path"));
        assertThat(definition.input().schema().document()).isEqualTo(JSON.objectNode().put("type", "object"));
        assertThat(definition.input().schema().location().pointer()).isEqualTo("/input/schema/document");
        assertThat(definition.input().from().value().textValue()).isEqualTo(".order");
        assertThat(definition.input().from().expression()).isTrue();
        assertThat(definition.output().as().value()).isEqualTo(JSON.objectNode().put("id", "${ .id }"));
        assertThat(definition.timeout().millis()).isEqualTo(3_600_000);
        assertThat(definition.source().at("/do/0/done/set/a").intValue()).isEqualTo(1);
        assertThat(definition.sources().at("/do/0/done/set/a"))
                .isEqualTo(new SourceLocation("sample.yaml", 15, 21, "/do/0/done/set/a"));
    }

    @Test
    void whatIsNotWrittenHasItsDefault() {
        Task task = Read.tasks("  - a: {set: {b: 1}}").task();

        assertThat(task.properties().condition()).isNull();
        assertThat(task.properties().data().input()).isSameAs(DataInput.NONE);
        assertThat(task.properties().data().output()).isSameAs(DataOutput.NONE);
        assertThat(task.properties().data().export()).isSameAs(DataOutput.NONE);
        assertThat(task.properties().timeout()).isNull();
        assertThat(task.properties().then()).isNull();
        assertThat(task.location()).isEqualTo(new SourceLocation("sample.yaml", 7, 5, "/do/0/a"));
    }

    @Test
    void everyTaskHasTheCommonProperties() {
        Task task = Read.tasks("""
                  - a:
                      if: .ready
                      input: {from: .order, schema: {document: true}}
                      set: ${ .total }
                      output: {as: .x}
                      export: {as: "$context + ."}
                      timeout: {after: {seconds: 5}}
                      then: end
                      metadata: {anything: goes}
                """).task();

        assertThat(task.properties().condition().value().textValue()).isEqualTo(".ready");
        assertThat(task.properties().condition().expression()).isTrue();
        assertThat(task.properties().condition().location().pointer()).isEqualTo("/do/0/a/if");
        assertThat(task.properties().data().input().schema().document().booleanValue()).isTrue();
        assertThat(task.properties().data().output().as().value().textValue()).isEqualTo(".x");
        assertThat(task.properties().data().export().as().value().textValue()).isEqualTo("$context + .");
        assertThat(task.properties().timeout().millis()).isEqualTo(5_000);
        assertThat(task.properties().timeout().location().pointer()).isEqualTo("/do/0/a/timeout/after");
        assertThat(task.properties().then().kind()).isEqualTo(FlowDirective.Kind.END);
        assertThat(((Task.Set) task).value().expression()).isTrue();
    }

    @ParameterizedTest
    @CsvSource({ "continue, CONTINUE,", "exit, EXIT,", "end, END,", "ship, TASK, ship" })
    void directivesAreWordsOrNamesOfTasks(String text, FlowDirective.Kind kind, String target) {
        FlowDirective then = Read.tasks("  - a: {set: {b: 1}, then: " + text + "}").task().properties().then();

        assertThat(then.kind()).isEqualTo(kind);
        assertThat(then.target()).isEqualTo(target);
    }

    @Test
    void aSwitchKeepsTheOrderOfItsCases() {
        Task.Switch task = (Task.Switch) Read.tasks("""
                  - choose:
                      switch:
                        - big: {when: .total > 100, then: review}
                        - small: {when: .total > 1, then: exit}
                        - other: {then: end}
                """).task();

        assertThat(task.cases()).extracting(SwitchCase::name).containsExactly("big", "small", "other");
        assertThat(task.cases().get(0).when().expression()).isTrue();
        assertThat(task.cases().get(0).then().target()).isEqualTo("review");
        assertThat(task.cases().get(2).when()).isNull();
        assertThat(task.cases().get(2).location().pointer()).isEqualTo("/do/0/choose/switch/2/other");
    }

    @Test
    void loopsHaveDefaultNames() {
        Task.For task = (Task.For) Read.tasks("""
                  - each:
                      for: {in: .items}
                      while: .go
                      do:
                        - x: {set: {y: 1}}
                """).task();

        assertThat(task.each()).isEqualTo("item");
        assertThat(task.at()).isEqualTo("index");
        assertThat(task.in().expression()).isTrue();
        assertThat(task.condition().value().textValue()).isEqualTo(".go");
        assertThat(task.tasks().get(0).location().pointer()).isEqualTo("/do/0/each/do/0/x");
    }

    @Test
    void loopsTakeNamesAndInlineItems() {
        Task.For task = (Task.For) Read.tasks("""
                  - each:
                      for: {each: color, at: i, in: [{name: red}, "${ .other }"]}
                      do: [{x: {set: {y: 1}}}]
                """).task();

        assertThat(task.each()).isEqualTo("color");
        assertThat(task.at()).isEqualTo("i");
        assertThat(task.in().value()).hasSize(2);
        assertThat(task.condition()).isNull();
    }

    @Test
    void anHttpCallHasAllItsParts() {
        CallTarget.Http http = (CallTarget.Http) ((Task.Call) Read.tasks("""
                  - get:
                      call: http
                      with:
                        method: post
                        endpoint: {uri: "https://example.com/{id}"}
                        headers: {Accept: application/json, X-Id: "${ .id }"}
                        query: ${ .query }
                        body: {a: [1, "${ .b }"]}
                        output: response
                        redirect: true
                """).task()).target();

        assertThat(http.request().method()).isEqualTo("POST");
        assertThat(http.request().endpoint().value().textValue()).isEqualTo("https://example.com/{id}");
        assertThat(http.request().endpoint().expression()).isFalse();
        assertThat(http.request().endpoint().location().pointer()).isEqualTo("/do/0/get/with/endpoint/uri");
        assertThat(http.request().headers().value()).hasSize(2);
        assertThat(http.request().query().value().textValue()).isEqualTo("${ .query }");
        assertThat(http.request().body().value().at("/a/1").textValue()).isEqualTo("${ .b }");
        assertThat(http.output()).isEqualTo(HttpOutput.RESPONSE);
        assertThat(http.redirect()).isTrue();
        assertThat(http.location().pointer()).isEqualTo("/do/0/get/call");
    }

    @Test
    void anHttpCallNeedsMethodAndEndpointOnly() {
        CallTarget.Http http = (CallTarget.Http) ((Task.Call) Read.tasks("""
                  - get: {call: http, with: {method: GET, endpoint: "${ .link }"}}
                """).task()).target();

        assertThat(http.request().headers()).isNull();
        assertThat(http.request().query()).isNull();
        assertThat(http.request().body()).isNull();
        assertThat(http.output()).isEqualTo(HttpOutput.CONTENT);
        assertThat(http.redirect()).isFalse();
    }

    @Test
    void anyOtherNameCallsAFunction() {
        CallTarget.Function with = (CallTarget.Function) ((Task.Call) Read.tasks("""
                  - reserve: {call: reserveStock, with: {order: "${ . }"}}
                """).task()).target();
        CallTarget.Function without = (CallTarget.Function) ((Task.Call) Read.tasks("""
                  - reserve: {call: reserveStock}
                """).task()).target();

        assertThat(with.function()).isEqualTo("reserveStock");
        assertThat(with.arguments().value()).isEqualTo(JSON.objectNode().put("order", "${ . }"));
        assertThat(without.arguments()).isNull();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            PT30S                  | 30000
            P1Y                    | 31536000000
            {seconds: 30}          | 30000
            {minutes: 1, hours: 1} | 3660000
            """)
    void waitsTakeADuration(String text, long millis) {
        Task.Wait task = (Task.Wait) Read.tasks("  - w: {wait: " + text + "}").task();

        assertThat(task.duration().millis()).isEqualTo(millis);
        assertThat(task.duration().expression()).isNull();
    }

    @Test
    void waitsTakeAnExpression() {
        Task.Wait task = (Task.Wait) Read.tasks("  - w: {wait: \"${ .delay }\"}").task();

        assertThat(task.duration().expression().value().textValue()).isEqualTo("${ .delay }");
    }

    @Test
    void triesHaveAllTheirParts() {
        Task.Try task = (Task.Try) Read.tasks("""
                  - charge:
                      try:
                        - pay: {call: pay}
                      catch:
                        errors: {with: {type: "https://example.com/e", status: 503, instance: /a, title: T, details: D}}
                        as: failure
                        when: $failure.status > 500
                        exceptWhen: .final
                        retry:
                          when: .again
                          exceptWhen: .never
                          delay: {seconds: 1}
                          backoff: {exponential: {}}
                          jitter: {from: PT0S, to: PT1S}
                          limit: {attempt: {count: 5, duration: PT2S}, duration: PT1M}
                        do:
                          - cancel: {set: {cancelled: true}}
                        then: end
                """).task();
        Catch handler = task.handler();

        assertThat(task.tasks().get(0).location().pointer()).isEqualTo("/do/0/charge/try/0/pay");
        assertThat(handler.errors().filter()).isEqualTo(new ErrorFilter("https://example.com/e", 503, "/a", "T", "D"));
        assertThat(handler.as()).isEqualTo("failure");
        assertThat(handler.errors().when().value().textValue()).isEqualTo("$failure.status > 500");
        assertThat(handler.errors().exceptWhen().value().textValue()).isEqualTo(".final");
        assertThat(handler.then().kind()).isEqualTo(FlowDirective.Kind.END);
        assertThat(handler.tasks().get(0).location().pointer()).isEqualTo("/do/0/charge/catch/do/0/cancel");
        assertThat(handler.retry().backoff().delay().millis()).isEqualTo(1_000);
        assertThat(handler.retry().backoff().growth()).isEqualTo(Growth.EXPONENTIAL);
        assertThat(handler.retry().backoff().jitterTo().millis()).isEqualTo(1_000);
        assertThat(handler.retry().limits().maxAttempts()).isEqualTo(5);
        assertThat(handler.retry().limits().attemptDuration().millis()).isEqualTo(2_000);
        assertThat(handler.retry().limits().duration().millis()).isEqualTo(60_000);
        assertThat(handler.retry().when().value().textValue()).isEqualTo(".again");
        assertThat(handler.retry().exceptWhen().value().textValue()).isEqualTo(".never");
    }

    @Test
    void anEmptyCatchCatchesEverything() {
        Catch handler = ((Task.Try) Read.tasks("  - t: {try: [{a: {call: f}}], catch: {}}").task()).handler();

        assertThat(handler.errors().isEvery()).isTrue();
        assertThat(handler.as()).isEqualTo("error");
        assertThat(handler.retry()).isNull();
        assertThat(handler.tasks()).isEmpty();
        assertThat(handler.then()).isNull();
    }

    @ParameterizedTest
    @CsvSource({ "constant, CONSTANT", "linear, LINEAR", "exponential, EXPONENTIAL" })
    void backoffsAreEmptyObjects(String name, Growth growth) {
        Task.Try task = (Task.Try) Read.tasks(
                "  - t: {try: [{a: {call: f}}], catch: {retry: {backoff: {" + name + ": {}}}}}").task();

        assertThat(task.handler().retry().backoff().growth()).isEqualTo(growth);
    }

    @Test
    void reusableComponentsAreResolved() {
        Definition definition = Read.yaml(Read.DOCUMENT + """
                use:
                  errors: {gone: {type: "https://example.com/gone", status: 410, title: Gone}}
                  retries: {twice: {limit: {attempt: {count: 2}}}}
                  timeouts: {short: {after: PT5S}}
                timeout: short
                do:
                  - t: {try: [{a: {raise: {error: gone}, timeout: short}}], catch: {retry: twice}}
                """).good();
        Task.Try task = (Task.Try) definition.tasks().get(0);
        Task.Raise raise = (Task.Raise) task.tasks().get(0);

        assertThat(definition.timeout().millis()).isEqualTo(5_000);
        assertThat(raise.properties().timeout().millis()).isEqualTo(5_000);
        assertThat(raise.error().status().value().intValue()).isEqualTo(410);
        assertThat(raise.error().title().location().pointer()).isEqualTo("/use/errors/gone/title");
        assertThat(task.handler().retry().limits().maxAttempts()).isEqualTo(2);
        assertThat(task.handler().retry().location().pointer()).isEqualTo("/use/retries/twice");
    }

    @Test
    void raisedErrorsMayHaveExpressions() {
        Task.Raise raise = (Task.Raise) Read.tasks("""
                  - r:
                      raise:
                        error: {type: "${ .t }", status: "${ .s }", instance: /x, title: Oops, detail: "${ .d }"}
                """).task();

        assertThat(raise.error().type().value().textValue()).isEqualTo("${ .t }");
        assertThat(raise.error().type().expression()).isFalse();
        assertThat(raise.error().status().value().textValue()).isEqualTo("${ .s }");
        assertThat(raise.error().detail().value().textValue()).isEqualTo("${ .d }");
    }

    @Test
    void groupsNest() {
        Task.Do task = (Task.Do) Read.tasks("  - g: {do: [{h: {do: [{i: {set: {a: 1}}}]}}]}").task();

        assertThat(((Task.Do) task.tasks().get(0)).tasks().get(0).location().pointer()).isEqualTo("/do/0/g/do/0/h/do/0/i");
    }

    @Test
    void jsonSaysTheSameAsYaml() {
        Definition json = Read.file("sample.json", """
                {"document": {"dsl": "1.0.3", "namespace": "test", "name": "sample", "version": "0.1.0"},
                 "do": [{"a": {"set": {"b": 1.5}, "then": "end"}}]}""").good();
        Definition yaml = Read.tasks("  - a: {set: {b: 1.5}, then: end}").good();

        assertThat(json.source()).isEqualTo(yaml.source());
        assertThat(json.tasks().get(0).location()).isEqualTo(new SourceLocation("sample.json", 2, 10, "/do/0/a"));
    }

    @Test
    void tenThousandTasksAreRead() {
        StringBuilder text = new StringBuilder(Read.DOCUMENT + "do:\n");
        for (int i = 0; i < 10_000; i++) {
            text.append("  - t").append(i).append(":\n      set: {a: 1, b: two, c: \"${ .c }\", d: [4]}\n");
        }

        assertThat(Read.file("big.yml", text.toString().getBytes(StandardCharsets.UTF_8)).good().tasks()).hasSize(10_000);
    }
}

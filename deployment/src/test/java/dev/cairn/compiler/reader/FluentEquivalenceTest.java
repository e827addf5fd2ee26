package dev.cairn.compiler.reader;

import static dev.cairn.compiler.reader.Compared.assertSame;
import static dev.cairn.compiler.reader.Compared.plain;
import static dev.cairn.fluent.Flows.CONTENT;
import static dev.cairn.fluent.Flows.CONTINUE;
import static dev.cairn.fluent.Flows.END;
import static dev.cairn.fluent.Flows.EXIT;
import static dev.cairn.fluent.Flows.RAW;
import static dev.cairn.fluent.Flows.RESPONSE;
import static dev.cairn.fluent.Flows.after;
import static dev.cairn.fluent.Flows.all;
import static dev.cairn.fluent.Flows.any;
import static dev.cairn.fluent.Flows.asyncApi;
import static dev.cairn.fluent.Flows.bearer;
import static dev.cairn.fluent.Flows.callFunction;
import static dev.cairn.fluent.Flows.choose;
import static dev.cairn.fluent.Flows.constant;
import static dev.cairn.fluent.Flows.cron;
import static dev.cairn.fluent.Flows.emit;
import static dev.cairn.fluent.Flows.error;
import static dev.cairn.fluent.Flows.event;
import static dev.cairn.fluent.Flows.events;
import static dev.cairn.fluent.Flows.eventsWith;
import static dev.cairn.fluent.Flows.every;
import static dev.cairn.fluent.Flows.exponential;
import static dev.cairn.fluent.Flows.flow;
import static dev.cairn.fluent.Flows.forEach;
import static dev.cairn.fluent.Flows.fork;
import static dev.cairn.fluent.Flows.group;
import static dev.cairn.fluent.Flows.http;
import static dev.cairn.fluent.Flows.linear;
import static dev.cairn.fluent.Flows.listen;
import static dev.cairn.fluent.Flows.on;
import static dev.cairn.fluent.Flows.onError;
import static dev.cairn.fluent.Flows.one;
import static dev.cairn.fluent.Flows.otherwise;
import static dev.cairn.fluent.Flows.raise;
import static dev.cairn.fluent.Flows.resource;
import static dev.cairn.fluent.Flows.set;
import static dev.cairn.fluent.Flows.tryTo;
import static dev.cairn.fluent.Flows.waitFor;
import static dev.cairn.fluent.Flows.when;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

import org.junit.jupiter.api.Test;

import dev.cairn.api.MissedPolicy;
import dev.cairn.api.OverlapPolicy;
import dev.cairn.definition.Definition;
import dev.cairn.definition.DefinitionTriggers;
import dev.cairn.definition.Document;
import dev.cairn.definition.ProblemCollector;
import dev.cairn.definition.SourceLocation;

/** A definition in Java equals the same one in YAML: values, pointers and source. */
class FluentEquivalenceTest {

    @Test
    void values() {
        assertSame("""
                        do:
                          - a: {set: {big: 12345678901, list: [1, 2.5, null, true, {b: c}], total: "${ .price * .quantity }"}}
                          - b: {set: .total}
                          - c: {set: {x: 1, y: "${ .a }"}}
                        """,
                flow(set("a", Map.of("total", "${ .price * .quantity }", "list",
                        Arrays.asList(1, 2.5, null, true, Map.of("b", "c")), "big", 12345678901L)),
                        set("b", ".total"),
                        set("c").to("x", 1).to("y", "${ .a }")));
    }

    @Test
    void branches() {
        assertSame("""
                        do:
                          - a:
                              fork:
                                branches:
                                  - b: {set: .x}
                                  - c: {do: [{d: {set: .y}}, {e: {set: .z}}]}
                              output: {as: "min_by(.price)"}
                          - f: {fork: {compete: true, branches: [{g: {set: .x}}, {h: {wait: PT1H}}]}, timeout: {after: PT1M}}
                        """,
                flow(fork("a", set("b", ".x"), group("c", set("d", ".y"), set("e", ".z"))).outputAs("min_by(.price)"),
                        fork("f", set("g", ".x"), waitFor("h", Duration.ofHours(1))).competing()
                                .timeout(Duration.ofMinutes(1))));
    }

    @Test
    void emittedEvents() {
        assertSame("""
                        do:
                          - a: {emit: {event: {with: {type: shop.placed}}}}
                          - b:
                              emit:
                                event:
                                  with:
                                    type: ${ .type }
                                    id: ${ .id }
                                    source: /shop
                                    subject: order
                                    time: "2026-01-01T00:00:00Z"
                                    datacontenttype: application/json
                                    dataschema: https://shop.example.com/order.json
                                    data: {lines: [1, 2], order: "${ . }"}
                                    tenant: acme
                                    priority: 3
                        """,
                flow(emit("a", event("shop.placed")),
                        emit("b", event("${ .type }").id("${ .id }").source("/shop").subject("order")
                                .time("2026-01-01T00:00:00Z").dataContentType("application/json")
                                .dataSchema("https://shop.example.com/order.json")
                                .data(Map.of("order", "${ . }", "lines", List.of(1, 2))).attribute("tenant", "acme")
                                .attribute("priority", 3))));
    }

    @Test
    void eventsThatAreListenedFor() {
        assertSame("""
                        do:
                          - a: {listen: {to: {one: {with: {type: shop.paid}}}}}
                          - b:
                              listen:
                                to:
                                  all:
                                    - {with: {type: shop.paid, data: "${ .amount > 3 }"}, correlate: {order: {from: .data.order, expect: "${ .id }"}}}
                                    - {with: {source: /stock, urgent: true}, correlate: {order: {from: .subject}}}
                                read: envelope
                              timeout: {after: PT5M}
                          - c: {listen: {to: {any: []}, read: raw}}
                          - d: {listen: {to: {any: [{with: {type: heat}}, {with: {type: rain}}], until: length == 3}}}
                          - e: {listen: {to: {any: [{with: {type: heat}}], until: {one: {with: {type: stop}}}}}}
                          - f: {listen: {to: {any: [], until: {any: [{with: {type: stop}}, {with: {type: halt}}]}}}}
                          - g:
                              listen: {to: {any: [], until: "false"}}
                              foreach:
                                item: event
                                at: i
                                do: [{h: {set: $event}}, {i: {wait: PT1S}}]
                                output: {as: .x}
                                export: {as: "$context + [.]"}
                          - j:
                              listen: {to: {any: [{with: {type: add}}]}}
                              metadata: {cairn: {reply: "${ {added: .} }"}}
                        """,
                flow(listen("a", one(events("shop.paid"))),
                        listen("b", all(
                                events("shop.paid").with("data", "${ .amount > 3 }")
                                        .correlate("order", ".data.order", "${ .id }"),
                                eventsWith("source", "/stock").with("urgent", true).correlate("order", ".subject")))
                                .envelopes().timeout(Duration.ofMinutes(5)),
                        listen("c", any()).raw(),
                        listen("d", any(events("heat"), events("rain")).until("length == 3")),
                        listen("e", any(events("heat")).until(one(events("stop")))),
                        listen("f", any().until(any(events("stop"), events("halt")))),
                        listen("g", any().until("false"))
                                .forEach("event", set("h", "$event"), waitFor("i", Duration.ofSeconds(1)))
                                .indexedBy("i").eachOutputAs(".x").eachExportAs("$context + [.]"),
                        listen("j", any(events("add"))).reply("${ {added: .} }")));
    }

    @Test
    void authentication() {
        assertSame("""
                        use: {secrets: [pets, token]}
                        do:
                          - a:
                              call: http
                              with:
                                method: GET
                                endpoint:
                                  uri: https://pets.example.com/{id}
                                  authentication: {basic: {username: u, password: "${ $secrets.pets.password }"}}
                          - b:
                              call: http
                              with:
                                method: GET
                                endpoint:
                                  uri: https://pets.example.com
                                  authentication: {bearer: {token: "${ $secrets.token }"}}
                        """,
                flow(http("a", "GET", "https://pets.example.com/{id}").basic("u", "${ $secrets.pets.password }"),
                        http("b", "GET", "https://pets.example.com").bearer("${ $secrets.token }"))
                        .secrets("pets", "token"));
    }

    @Test
    void whatEveryTaskHas() {
        assertSame("""
                        input: {schema: {document: {type: object}}, from: .order}
                        output: {as: {id: "${ .id }"}, schema: {document: {required: [id], type: object}}}
                        timeout: {after: PT2H}
                        do:
                          - a:
                              if: .x > 1
                              input: {from: {k: "${ .v }"}, schema: {document: true}}
                              set: .x
                              output: {as: .y, schema: {document: {type: number}}}
                              export: {as: "$context + .", schema: {document: {type: object}}}
                              timeout: {after: PT1M30S}
                              then: end
                          - b: {set: .x, timeout: {after: "${ .t }"}, then: a}
                          - c: {set: .x, then: exit}
                          - d: {set: .x, then: continue}
                        """,
                flow(set("a", ".x").when(".x > 1").inputFrom(Map.of("k", "${ .v }")).inputSchema("true")
                        .outputAs(".y").outputSchema("{\"type\": \"number\"}").exportAs("$context + .")
                        .exportSchema(Map.of("type", "object")).timeout(Duration.ofSeconds(90)).then(END),
                        set("b", ".x").timeout("${ .t }").then("a"),
                        set("c", ".x").then(EXIT),
                        set("d", ".x").then(CONTINUE))
                        .inputSchema("{\"type\": \"object\"}").inputFrom(".order")
                        .outputAs(Map.of("id", "${ .id }"))
                        .outputSchema(Map.of("type", "object", "required", List.of("id")))
                        .timeout(Duration.ofHours(2)));
    }

    @Test
    void asyncApiCalls() {
        assertSame("""
                        do:
                          - a:
                              call: asyncapi
                              with:
                                document: {endpoint: "classpath:asyncapi/shop.yaml"}
                                operation: placeOrder
                                message: {payload: {id: "${ .id }"}, headers: {tenant: web}}
                          - b:
                              call: asyncapi
                              with:
                                document: {endpoint: "classpath:asyncapi/shop.yaml"}
                                operation: followTracks
                                server: {name: legacy, variables: {region: eu}}
                                protocol: amqp
                                subscription:
                                  filter: .correlationId == $workflow.input.order
                                  consume: {amount: 2, for: PT30M}
                                  foreach:
                                    item: track
                                    at: number
                                    do: [{c: {set: {at: "${ $track.payload.at }"}}}]
                                    output: {as: .at}
                                    export: {as: "{last: .}"}
                          - d:
                              call: asyncapi
                              with:
                                document: {name: lamps, endpoint: "classpath:asyncapi/lights.json"}
                                channel: light/measured
                                subscription: {consume: {while: "length < 3", for: "${ .period }"}}
                          - e:
                              call: asyncapi
                              with:
                                document: {name: lamps, endpoint: "classpath:asyncapi/lights.json"}
                                channel: light/measured
                                subscription: {consume: {until: length > 2}}
                          - f:
                              call: asyncapi
                              with:
                                document: {name: lamps, endpoint: "classpath:asyncapi/lights.json"}
                                operation: turn
                                message: {payload: "off", headers: "${ .headers }"}
                        """,
                flow(asyncApi("a", resource("asyncapi/shop.yaml")).operation("placeOrder").payload(Map.of("id", "${ .id }"))
                        .header("tenant", "web"),
                        asyncApi("b", resource("asyncapi/shop.yaml")).operation("followTracks").server("legacy")
                                .serverVariable("region", "eu").protocol("amqp")
                                .filter(".correlationId == $workflow.input.order").consume(2)
                                .consumeFor(Duration.ofMinutes(30))
                                .forEach("track", set("c", Map.of("at", "${ $track.payload.at }"))).indexedBy("number")
                                .eachOutputAs(".at").eachExportAs("{last: .}"),
                        asyncApi("d", resource("asyncapi/lights.json")).documentName("lamps").channel("light/measured")
                                .consumeWhile("length < 3").consumeFor("${ .period }"),
                        asyncApi("e", resource("asyncapi/lights.json")).documentName("lamps").channel("light/measured")
                                .consumeUntil("length > 2"),
                        asyncApi("f", resource("asyncapi/lights.json")).documentName("lamps").operation("turn").payload("off")
                                .headers("${ .headers }")));
    }

    @Test
    void httpCalls() {
        assertSame("""
                        do:
                          - a: {call: http, with: {method: GET, endpoint: "https://example.com/{id}"}}
                          - b:
                              call: http
                              with:
                                method: post
                                endpoint: ${ .link }
                                headers: {Accept: text/plain, X-Id: "${ .id }"}
                                query: {q: "${ .q }", limit: 10, all: true}
                                body: {a: [1, "${ .b }"]}
                                output: response
                                redirect: true
                          - c: {call: http, with: {method: PUT, endpoint: "http://x", headers: "${ .h }", query: "${ .q }", body: null, output: raw}}
                          - d: {call: http, with: {method: PUT, endpoint: "http://x", body: "${ . }", output: content}}
                          - e: {call: http, metadata: {cairn: {http: {connectTimeout: PT1S, requestTimeout: PT5S, maxResponseBytes: 99}}}, with: {method: GET, endpoint: "http://x"}}
                        """,
                flow(http("a", "GET", "https://example.com/{id}"),
                        http("b", "post", "${ .link }").header("Accept", "text/plain").header("X-Id", "${ .id }")
                                .query("q", "${ .q }").query("limit", 10).query("all", true)
                                .body(Map.of("a", List.of(1, "${ .b }"))).output(RESPONSE).acceptRedirects(),
                        http("c", "PUT", "http://x").headers("${ .h }").query("${ .q }").body(null).output(RAW),
                        http("d", "PUT", "http://x").body("${ . }").output(CONTENT),
                        http("e", "GET", "http://x").connectTimeout(Duration.ofSeconds(1)).requestTimeout(Duration.ofSeconds(5))
                                .maxResponseBytes(99)));
    }

    @Test
    void functionCalls() {
        assertSame("""
                        do:
                          - a: {call: ship}
                          - b: {call: ship, with: {order: "${ . }", express: true}}
                        """,
                flow(callFunction("a", "ship"),
                        callFunction("b", "ship").with(Map.of("order", "${ . }", "express", true))));
    }

    @Test
    void choices() {
        assertSame("""
                        do:
                          - a:
                              switch:
                                - case1: {when: .x > 1, then: b}
                                - small: {when: .x > 0, then: exit}
                                - otherwise: {then: end}
                          - b: {set: .x}
                        """,
                flow(choose("a", when(".x > 1").then("b"), when(".x > 0").named("small").then(EXIT),
                        otherwise().then(END)), set("b", ".x")));
    }

    @Test
    void groupsLoopsAndWaits() {
        assertSame("""
                        do:
                          - g:
                              do:
                                - each:
                                    for: {each: item, in: .items}
                                    do:
                                      - x: {set: $item}
                                - a/b~c:
                                    for: {each: color, in: [{name: red}, "${ .more }"], at: i}
                                    while: .go
                                    do:
                                      - w: {wait: PT3S}
                                      - v: {wait: "${ .delay }"}
                        """,
                flow(group("g",
                        forEach("each", "item").in(".items").doing(set("x", "$item")),
                        forEach("a/b~c", "color").in(List.of(Map.of("name", "red"), "${ .more }")).indexedBy("i")
                                .asLongAs(".go").doing(waitFor("w", Duration.ofSeconds(3)),
                                        waitFor("v", "${ .delay }")))));
    }

    @Test
    void triesAndRetries() {
        assertSame("""
                        do:
                          - first: {try: [{a: {set: .x}}], catch: {}}
                          - charge:
                              try:
                                - pay: {call: pay}
                              catch:
                                errors: {with: {type: "https://example.com/e", status: 503, instance: /a, title: T, detail: D}}
                                as: failure
                                when: .w
                                exceptWhen: .e
                                retry:
                                  when: .again
                                  exceptWhen: .never
                                  delay: PT1S
                                  backoff: {exponential: {}}
                                  jitter: {from: PT0S, to: PT0.5S}
                                  limit: {attempt: {count: 5, duration: PT2S}, duration: PT1M}
                                do:
                                  - undo: {set: .x}
                                then: last
                          - linear: {try: [{a: {set: .x}}], catch: {retry: {delay: PT2S, backoff: {linear: {}}, jitter: {from: PT1S, to: PT2S}}, then: exit}}
                          - constant: {try: [{a: {set: .x}}], catch: {retry: {delay: PT0S, backoff: {constant: {}}}}}
                          - last: {set: .x}
                        """,
                flow(tryTo("first", set("a", ".x")).catching(onError()),
                        tryTo("charge", callFunction("pay", "pay")).catching(onError().type("https://example.com/e")
                                .status(503).instance("/a").title("T").detail("D").as("failure").when(".w")
                                .exceptWhen(".e")
                                .retry(exponential(Duration.ofSeconds(1)).jitter(Duration.ofMillis(500)).attempts(5)
                                        .attemptTimeout(Duration.ofSeconds(2)).limit(Duration.ofMinutes(1))
                                        .when(".again").exceptWhen(".never"))
                                .doing(set("undo", ".x")).then("last")),
                        tryTo("linear", set("a", ".x")).catching(onError().retry(linear(Duration.ofSeconds(2))
                                .jitter(Duration.ofSeconds(1), Duration.ofSeconds(2))).then(EXIT)),
                        tryTo("constant", set("a", ".x")).catching(onError().retry(constant(Duration.ZERO))),
                        set("last", ".x")));
    }

    @Test
    void raisedErrors() {
        assertSame("""
                        do:
                          - a: {raise: {error: {type: "https://example.com/e", status: 409}}}
                          - b: {raise: {error: {type: "${ .t }", status: "${ .s }", instance: /x, title: T, detail: "${ .d }"}}}
                        """,
                flow(raise("a", error("https://example.com/e", 409)),
                        raise("b", error("${ .t }", "${ .s }").instance("/x").title("T").detail("${ .d }"))));
    }

    @Test
    void theHttpTriggerIsPartOfTheSource() {
        Definition written = Read.yaml(Read.DOCUMENT.stripTrailing()
                + "\n  title: T\n  metadata: {cairn: {http: {path: /a}}}\ndo: [{a: {set: .x}}]").good();
        Document document = new Document("1.0.3", "test", "sample", "0.1.0", "T", null);
        ProblemCollector problems = new ProblemCollector();
        DefinitionTriggers.Http trigger = new DefinitionTriggers.Http("/a", new SourceLocation("A.java", 7, 0, ""));
        Definition fluent = DefinitionReader.read(flow(set("a", ".x")).describe(document, trigger, "A.java"),
                ApplicationResources.NONE, problems).orElseThrow();

        assertThat(problems.all()).isEmpty();
        assertThat(fluent.http().location())
                .isEqualTo(new SourceLocation("A.java", 7, 0, "/document/metadata/cairn/http/path"));
        assertThat(plain(fluent)).isEqualTo(plain(written));
    }

    @Test
    void eventsThatStartInstances() {
        assertSame(Read.DOCUMENT + """
                schedule: {on: {one: {with: {type: placed, source: /s}, correlate: {a: {from: .data.a, expect: "1"}}}}, read: raw}
                do: [{a: {set: .x}}]
                """,
                flow(set("a", ".x"))
                        .schedule(on(one(events("placed").with("source", "/s").correlate("a", ".data.a", "1"))).raw()));
        assertSame(Read.DOCUMENT + """
                schedule: {on: {any: [{with: {type: placed}}, {with: {source: /s}}]}, read: envelope}
                do: [{a: {set: .x}}]
                """,
                flow(set("a", ".x")).schedule(on(any(events("placed"), eventsWith("source", "/s"))).envelopes()));
        assertSame(Read.DOCUMENT + """
                schedule: {on: {all: [{with: {type: paid}, correlate: {a: {from: .a}}}, {with: {type: packed}, correlate: {a: {from: .a}}}]}}
                do: [{a: {set: .x}}]
                """,
                flow(set("a", ".x"))
                        .schedule(on(all(events("paid").correlate("a", ".a"), events("packed").correlate("a", ".a")))));
        assertSame(Read.DOCUMENT + """
                schedule: {on: {any: [{with: {type: paid}}], until: {one: {with: {type: closed}}}}}
                do: [{a: {set: .x}}]
                """,
                flow(set("a", ".x")).schedule(on(any(events("paid")).until(one(events("closed"))))));
    }

    @Test
    void schedules() {
        assertSame(Read.DOCUMENT.stripTrailing() + """

                  metadata:
                    cairn:
                      schedule: {zone: Europe/Berlin, overlap: skip, missed: fire-all, maxMissed: 5, jitter: PT1M}
                schedule: {cron: 0 8 * * MON-FRI, every: PT15M, after: PT1H}
                do: [{a: {set: .x}}]
                """,
                flow(set("a", ".x"))
                        .schedule(cron("0 8 * * MON-FRI").zone("Europe/Berlin").overlap(OverlapPolicy.SKIP)
                                .missed(MissedPolicy.FIRE_ALL).maxMissed(5).jitter(Duration.ofMinutes(1)))
                        .schedule(every(Duration.ofMinutes(15))).schedule(after(Duration.ofHours(1))));
    }

    @Test
    void whatIsSaidOfInstancesIsPartOfTheSource() {
        assertSame(Read.DOCUMENT.stripTrailing() + """

                  metadata:
                    cairn:
                      businessKey: ${ .orderId }
                      attributes: {customer: "${ .customerId }"}
                      retention: PT168H
                      concurrency: 5
                      events: {keep: PT1H}
                      queries: {progress: "${ $context.step }", at-least: "${ . <= 5 }"}
                do: [{a: {set: .x}}]
                """, flow(set("a", ".x")).businessKey("${ .orderId }")
                .attribute("customer", "${ .customerId }").retention(Duration.ofDays(7)).concurrency(5)
                .keepEvents(Duration.ofHours(1)).query("progress", "${ $context.step }").query("at-least", "${ . <= 5 }"));
        assertSame(Read.DOCUMENT.stripTrailing() + """

                  tags: {area: shop}
                  metadata: {owner: {team: billing}, cairn: {retention: {completed: PT48H, faulted: PT720H, cancelled: PT168H}}}
                do: [{a: {set: .x, metadata: {owner: billing}}}]
                """,
                flow(set("a", ".x").metadata(Map.of("owner", "billing"))).tags(Map.of("area", "shop"))
                        .metadata("owner", Map.of("team", "billing")).completedRetention(Duration.ofDays(2))
                        .faultedRetention(Duration.ofDays(30)).cancelledRetention(Duration.ofDays(7)));
    }
}

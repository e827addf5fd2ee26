package dev.cairn.compiler.reader;

import static dev.cairn.compiler.reader.Compared.assertSame;
import static dev.cairn.fluent.Flows.EXIT;
import static dev.cairn.fluent.Flows.RESPONSE;
import static dev.cairn.fluent.Flows.any;
import static dev.cairn.fluent.Flows.basic;
import static dev.cairn.fluent.Flows.basicSecret;
import static dev.cairn.fluent.Flows.bearer;
import static dev.cairn.fluent.Flows.bearerSecret;
import static dev.cairn.fluent.Flows.callFunction;
import static dev.cairn.fluent.Flows.callerToken;
import static dev.cairn.fluent.Flows.choose;
import static dev.cairn.fluent.Flows.container;
import static dev.cairn.fluent.Flows.digest;
import static dev.cairn.fluent.Flows.digestSecret;
import static dev.cairn.fluent.Flows.error;
import static dev.cairn.fluent.Flows.exponential;
import static dev.cairn.fluent.Flows.extension;
import static dev.cairn.fluent.Flows.flow;
import static dev.cairn.fluent.Flows.forEach;
import static dev.cairn.fluent.Flows.fork;
import static dev.cairn.fluent.Flows.group;
import static dev.cairn.fluent.Flows.http;
import static dev.cairn.fluent.Flows.image;
import static dev.cairn.fluent.Flows.listen;
import static dev.cairn.fluent.Flows.named;
import static dev.cairn.fluent.Flows.oauth2Secret;
import static dev.cairn.fluent.Flows.oidcClient;
import static dev.cairn.fluent.Flows.oidcSecret;
import static dev.cairn.fluent.Flows.onError;
import static dev.cairn.fluent.Flows.openApi;
import static dev.cairn.fluent.Flows.otherwise;
import static dev.cairn.fluent.Flows.raise;
import static dev.cairn.fluent.Flows.resource;
import static dev.cairn.fluent.Flows.runWorkflow;
import static dev.cairn.fluent.Flows.script;
import static dev.cairn.fluent.Flows.set;
import static dev.cairn.fluent.Flows.shell;
import static dev.cairn.fluent.Flows.tryTo;
import static dev.cairn.fluent.Flows.waitFor;

import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;

import org.junit.jupiter.api.Test;

import dev.cairn.definition.CommandReturnMode;
import dev.cairn.definition.RunTarget.ContainerSpec.PullPolicy;
import dev.cairn.fluent.TaskKind;

/** The components of {@code use}, resources and what is run are the same in Java and in YAML. */
class ReusablesEquivalenceTest {

    private static final String SCHEMA = "dev/cairn/compiler/reader/order.schema.json";

    @Test
    void errorsRetriesAndTimeouts() {
        assertSame("""
                        timeout: long
                        use:
                          errors: {refused: {type: "https://example.com/e", status: 409, title: T}}
                          retries: {patient: {when: .w, delay: PT1S, backoff: {exponential: {}}, limit: {attempt: {count: 3}}}}
                          timeouts: {long: {after: PT2H}, a/b: {after: PT5S}}
                        do:
                          - a:
                              try: [{b: {raise: {error: refused}, timeout: a/b}}]
                              catch: {retry: patient}
                        """,
                flow(tryTo("a", raise("b", named("refused")).timeout(named("a/b")))
                        .catching(onError().retry(named("patient"))))
                        .useError("refused", error("https://example.com/e", 409).title("T"))
                        .useRetry("patient", exponential(Duration.ofSeconds(1)).attempts(3).when(".w"))
                        .useTimeout("long", Duration.ofHours(2)).useTimeout("a/b", Duration.ofSeconds(5))
                        .timeout(named("long")));
    }

    @Test
    void authentications() {
        assertSame("""
                        use:
                          secrets: [pets, token]
                          authentications:
                            one: {basic: {username: u, password: "${ $secrets.pets.password }"}}
                            two: {bearer: {use: token}}
                        do:
                          - a: {call: http, with: {method: GET, endpoint: {uri: "https://x.example.com", authentication: {use: one}}}}
                          - b: {call: http, with: {method: GET, endpoint: {uri: "https://x.example.com", authentication: {use: two}}}}
                          - c: {call: http, with: {method: GET, endpoint: {uri: "https://x.example.com", authentication: {basic: {use: pets}}}}}
                          - d: {call: http, with: {method: GET, endpoint: {uri: "https://x.example.com", authentication: {bearer: {token: t}}}}}
                        """,
                flow(http("a", "GET", "https://x.example.com").authentication(named("one")),
                        http("b", "GET", "https://x.example.com").authentication(named("two")),
                        http("c", "GET", "https://x.example.com").authentication(basicSecret("pets")),
                        http("d", "GET", "https://x.example.com").authentication(bearer("t")))
                        .secrets("pets", "token").useAuthentication("one", basic("u", "${ $secrets.pets.password }"))
                        .useAuthentication("two", bearerSecret("token")));
    }

    @Test
    void authenticationsByName() {
        assertSame("""
                        use:
                          secrets: [pets]
                          authentications:
                            one: {digest: {username: u, password: "${ $secrets.pets }"}}
                            two: {digest: {use: pets}}
                            three: {bearer: {from: caller}}
                            four: {oauth2: {oidcClient: shop}}
                            five: {oauth2: {use: pets}}
                            six: {oidc: {use: pets}}
                        do:
                          - a: {set: .x}
                        """,
                flow(set("a", ".x")).secrets("pets").useAuthentication("one", digest("u", "${ $secrets.pets }"))
                        .useAuthentication("two", digestSecret("pets")).useAuthentication("three", callerToken())
                        .useAuthentication("four", oidcClient("shop")).useAuthentication("five", oauth2Secret("pets"))
                        .useAuthentication("six", oidcSecret("pets")));
    }

    @Test
    void functions() {
        assertSame("""
                        use:
                          functions:
                            pet: {call: http, with: {method: GET, endpoint: "https://x.example.com/{id}"}, output: {as: .name}}
                            both: {do: [{first: {call: pet, with: {id: 1}}}, {second: {call: pet}}], timeout: {after: PT5S}}
                        do:
                          - a: {call: pet, with: {id: "${ .id }"}, if: .y}
                          - b: {call: other}
                          - c: {call: both, if: .x}
                        """,
                flow(callFunction("a", "pet").with(Map.of("id", "${ .id }")).when(".y"),
                        callFunction("b", "other"),
                        callFunction("c", "both").when(".x"))
                        .useFunction(http("pet", "GET", "https://x.example.com/{id}").outputAs(".name"))
                        .useFunction(group("both", callFunction("first", "pet").with(Map.of("id", 1)),
                                callFunction("second", "pet")).timeout(Duration.ofSeconds(5))));
    }

    @Test
    void openApiCalls() {
        assertSame("""
                        do:
                          - a:
                              call: openapi
                              with:
                                document: {name: shop, endpoint: "classpath:openapi/shop.yaml"}
                                operationId: getOrder
                                parameters: {id: "${ .id }", fields: [sku]}
                                server: {url: "https://test.shop.example.com"}
                                authentication: {bearer: {token: t}}
                                output: response
                                redirect: true
                          - b:
                              call: openapi
                              metadata: {cairn: {http: {connectTimeout: PT1S, requestTimeout: PT5S, maxResponseBytes: 99}}}
                              with:
                                document: {endpoint: "classpath:openapi/shop.yaml"}
                                operationId: login
                                server: {variables: {region: us}}
                        """,
                flow(openApi("a", resource("openapi/shop.yaml"), "getOrder").documentName("shop").parameter("id", "${ .id }")
                        .parameter("fields", List.of("sku")).server("https://test.shop.example.com")
                        .authentication(bearer("t")).output(RESPONSE).acceptRedirects(),
                        openApi("b", resource("openapi/shop.yaml"), "login").serverVariable("region", "us")
                                .connectTimeout(Duration.ofSeconds(1)).requestTimeout(Duration.ofSeconds(5))
                                .maxResponseBytes(99)));
    }

    @Test
    void catalogs() {
        assertSame("""
                        use: {catalogs: {shared: {endpoint: "classpath:catalog"}}}
                        do: [{a: {call: "greet:1.0.0@shared", with: {name: x}}}]
                        """,
                flow(callFunction("a", "greet:1.0.0@shared").with(Map.of("name", "x"))).useCatalog("shared",
                        "classpath:catalog"));
    }

    @Test
    void extensions() {
        assertSame("""
                        use:
                          functions: {told: {do: [{wait: {wait: PT1S}}]}}
                          extensions:
                            - audit:
                                extend: all
                                before: [{begun: {set: {text: "${ $task.reference }"}}}]
                                after: [{done: {call: told}}, {pause: {wait: PT1S}}]
                            - mock: {extend: call, when: .mocked, before: [{answer: {set: {id: 1}, then: exit}}]}
                            - rest: {extend: composite, after: [{x: {set: .x}}]}
                        do:
                          - a: {call: ask}
                          - b: {do: [{c: {set: .x}}, {d: {fork: {branches: [{e: {wait: PT1S}}]}}}]}
                          - f: {call: told}
                        """,
                flow(callFunction("a", "ask"), group("b", set("c", ".x"), fork("d", waitFor("e", Duration.ofSeconds(1)))),
                        callFunction("f", "told"))
                        .useFunction(group("told", waitFor("wait", Duration.ofSeconds(1))))
                        .useExtension(extension("audit", TaskKind.ALL)
                                .before(set("begun", Map.of("text", "${ $task.reference }")))
                                .after(callFunction("done", "told"), waitFor("pause", Duration.ofSeconds(1))))
                        .useExtension(extension("mock", TaskKind.CALL).when(".mocked")
                                .before(set("answer", Map.of("id", 1)).then(EXIT)))
                        .useExtension(extension("rest", TaskKind.COMPOSITE).after(set("x", ".x"))));
    }

    @Test
    void kindsThatAreExtended() {
        StringBuilder yaml = new StringBuilder("use:\n  extensions:\n");
        var flow = flow(set("a", ".x"), callFunction("b", "ask"), group("c", set("d", ".x")),
                fork("e", waitFor("f", Duration.ofSeconds(1))), forEach("g", "i").in(".x").doing(set("h", ".x")),
                listen("j", any()), shell("k", "ls"), runWorkflow("l", "n", "w"), choose("m", otherwise().then("o")),
                tryTo("o", raise("p", error("https://example.com/e", 500))).catching(onError()),
                http("q", "GET", "https://x.example.com"));
        for (TaskKind kind : TaskKind.values()) {
            String word = kind.name().toLowerCase(Locale.ROOT);
            yaml.append("    - on-").append(word).append(": {extend: ").append(word).append(", before: [{x: {set: .x}}]}\n");
            flow = flow.useExtension(extension("on-" + word, kind).before(set("x", ".x")));
        }
        assertSame(yaml.append("""
                do:
                  - a: {set: .x}
                  - b: {call: ask}
                  - c: {do: [{d: {set: .x}}]}
                  - e: {fork: {branches: [{f: {wait: PT1S}}]}}
                  - g: {for: {each: i, in: .x}, do: [{h: {set: .x}}]}
                  - j: {listen: {to: {any: []}}}
                  - k: {run: {shell: {command: ls}}}
                  - l: {run: {workflow: {namespace: n, name: w, version: latest}}}
                  - m: {switch: [{otherwise: {then: o}}]}
                  - o: {try: [{p: {raise: {error: {type: "https://example.com/e", status: 500}}}}], catch: {}}
                  - q: {call: http, with: {method: GET, endpoint: "https://x.example.com"}}
                """).toString(), flow);
    }

    @Test
    void whatIsRun() {
        assertSame("""
                        do:
                          - a: {run: {workflow: {namespace: n, name: w, version: 1.2.0, input: {x: "${ .x }"}}, await: false}}
                          - b:
                              run:
                                shell: {command: wc -l "$1", arguments: ["${ .file }", 1], environment: {A: "${ .a }"}, stdin: "${ . }"}
                                return: all
                          - c: {run: {script: {language: python, code: print(1), arguments: [1], environment: {B: b}, stdin: text}, await: false}}
                          - d:
                              run:
                                script:
                                  language: js
                                  source: {endpoint: "classpath:dev/cairn/compiler/reader/sum.py"}
                                  arguments: [1]
                                  environment: {B: b}
                                  stdin: text
                          - e:
                              run:
                                container:
                                  image: alpine:3.22
                                  name: "${ .id }"
                                  command: wc -l "$1"
                                  ports: {"8080": 80, "127.0.0.1:9090": 90}
                                  volumes: {/srv: "/data:ro"}
                                  pullPolicy: ifNotPresent
                                  lifetime: {cleanup: eventually, after: PT30M}
                                  arguments: ["${ .file }"]
                                  environment: {B: b}
                                  stdin: text
                                return: code
                          - f: {run: {container: {image: x, pullPolicy: never, lifetime: {cleanup: always}}, await: false}}
                        """,
                flow(runWorkflow("a", "n", "w").version("1.2.0").input(Map.of("x", "${ .x }")).withoutWaiting(),
                        shell("b", "wc -l \"$1\"").arguments("${ .file }", 1).environment(Map.of("A", "${ .a }"))
                                .stdin("${ . }").returning(CommandReturnMode.ALL),
                        script("c", "python", "print(1)").arguments(1).environment(Map.of("B", "b")).stdin("text")
                                .withoutWaiting(),
                        script("d", "js", resource("dev/cairn/compiler/reader/sum.py")).arguments(1)
                                .environment(Map.of("B", "b")).stdin("text"),
                        container("e", image("alpine:3.22").named("${ .id }").command("wc -l \"$1\"").port("8080", 80)
                                .port("127.0.0.1:9090", 90).volume("/srv", "/data:ro").pull(PullPolicy.IF_NOT_PRESENT)
                                .removedAfter(Duration.ofMinutes(30)))
                                .arguments("${ .file }").environment(Map.of("B", "b")).stdin("text")
                                .returning(CommandReturnMode.CODE),
                        container("f", image("x").pull(PullPolicy.NEVER).removed()).withoutWaiting()));
    }

    @Test
    void schemas() {
        assertSame("""
                        input: {schema: {resource: {endpoint: "classpath:dev/cairn/compiler/reader/order.schema.json"}}}
                        output: {schema: {resource: {endpoint: "classpath:dev/cairn/compiler/reader/order.schema.json"}}}
                        do:
                          - a:
                              listen: {to: {any: []}}
                              foreach:
                                item: event
                                do: [{b: {set: .x}}]
                                output: {schema: {document: {type: object}}}
                                export: {schema: {document: true}}
                              input: {schema: {resource: {endpoint: "classpath:dev/cairn/compiler/reader/order.schema.json"}}}
                              output: {schema: {resource: {endpoint: "classpath:dev/cairn/compiler/reader/order.schema.json"}}}
                              export: {schema: {resource: {endpoint: "classpath:dev/cairn/compiler/reader/order.schema.json"}}}
                        """,
                flow(listen("a", any()).forEach("event", set("b", ".x")).eachOutputSchema("{\"type\": \"object\"}")
                        .eachExportSchema("true").inputSchema(resource(SCHEMA))
                        .outputSchema(resource(SCHEMA))
                        .exportSchema(resource(SCHEMA)))
                        .inputSchema("{\"type\": \"string\"}")
                        .inputSchema(resource(SCHEMA))
                        .outputSchema(resource(SCHEMA)));
    }
}

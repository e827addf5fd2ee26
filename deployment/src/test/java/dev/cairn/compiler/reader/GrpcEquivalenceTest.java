package dev.cairn.compiler.reader;

import static dev.cairn.compiler.reader.Compared.assertSame;
import static dev.cairn.fluent.Flows.basic;
import static dev.cairn.fluent.Flows.bearer;
import static dev.cairn.fluent.Flows.flow;
import static dev.cairn.fluent.Flows.grpc;
import static dev.cairn.fluent.Flows.named;
import static dev.cairn.fluent.Flows.oidcClient;
import static dev.cairn.fluent.Flows.resource;

import java.util.List;
import java.util.Map;

import org.junit.jupiter.api.Test;

/** A gRPC call in Java equals the same one in YAML. */
class GrpcEquivalenceTest {

    @Test
    void grpcCalls() {
        assertSame("""
                        do:
                          - a:
                              call: grpc
                              with:
                                proto: {endpoint: "classpath:grpc/greet.proto"}
                                service: {name: greet.Greeter, host: greeter.example.com, port: 9000}
                                method: SayHello
                                arguments: {name: "${ .name }"}
                              metadata: {cairn: {grpc: {tls: true, headers: {tenant: web, x-try: 1}}}}
                          - b:
                              call: grpc
                              with:
                                proto: {endpoint: "classpath:grpc/greet.proto"}
                                service: {name: greet.Greeter, host: "${ .host }", port: "${ .port }", authentication: {bearer: {token: t}}}
                                method: SayHello
                                arguments: "${ . }"
                              metadata: {cairn: {grpc: {headers: "${ .headers }"}}}
                          - c:
                              call: grpc
                              with:
                                proto: {endpoint: "classpath:grpc/greet.proto"}
                                service: {name: greet.Greeter, authentication: {use: greeters}}
                                method: SayHello
                              metadata: {cairn: {grpc: {client: greeter}}}
                          - d:
                              call: grpc
                              with:
                                proto: {endpoint: "classpath:grpc/greet.proto"}
                                service: {name: greet.Greeter, authentication: {oauth2: {oidcClient: shop}}}
                                method: SayHello
                                arguments: [{name: a}, "${ .next }"]
                              metadata: {cairn: {grpc: {client: greeter}}}
                        use: {authentications: {greeters: {basic: {username: u, password: p}}}}
                        """,
                flow(grpc("a", resource("grpc/greet.proto"), "greet.Greeter", "SayHello").host("greeter.example.com").port(9000)
                        .arguments(Map.of("name", "${ .name }")).tls().header("tenant", "web").header("x-try", 1),
                        grpc("b", resource("grpc/greet.proto"), "greet.Greeter", "SayHello").host("${ .host }")
                                .port("${ .port }").authentication(bearer("t")).arguments("${ . }").headers("${ .headers }"),
                        grpc("c", resource("grpc/greet.proto"), "greet.Greeter", "SayHello").authentication(named("greeters"))
                                .client("greeter"),
                        grpc("d", resource("grpc/greet.proto"), "greet.Greeter", "SayHello").authentication(oidcClient("shop"))
                                .client("greeter").arguments(List.of(Map.of("name", "a"), "${ .next }")))
                        .useAuthentication("greeters", basic("u", "p")));
    }
}

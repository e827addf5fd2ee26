package dev.cairn.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import com.fasterxml.jackson.databind.node.ObjectNode;

import dev.cairn.engine.port.EffectCall;
import dev.cairn.value.JsonCodec;

/** The arguments that the compiler gives a gRPC call. */
class GrpcArgumentsTest {

    /** Host and port of a call, and the parts of the arguments that say where the server is. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
            "host: a | {\"host\": \"a\", \"port\": 80, \"tls\": false}",
            "host: a, port: 9000 | {\"host\": \"a\", \"port\": 9000, \"tls\": false}",
            "host: '${ $runtime.name }' | {\"host\": \"cairn\", \"port\": 80, \"tls\": false}",
            "host: '${ .host }', port: 9000 | {\"host\": \"h\", \"port\": 9000, \"tls\": false, \"dynamic\": true}",
            "host: '${ $runtime.name + .host }' | {\"host\": \"cairnh\", \"port\": 80, \"tls\": false, \"dynamic\": true}",
            "host: a, port: '${ .port }' | {\"host\": \"a\", \"port\": 7, \"tls\": false, \"dynamic\": true}" })
    void sayWhetherInputChoosesTheServer(String service, String server) {
        EffectCall call = call(service, "{name: '${ .host }'}", "{}");

        ObjectNode expected = (ObjectNode) JsonCodec.read("""
                {"proto": "grpc/greet.proto", "service": "greet.Greeter", "method": "SayHello", "timeout": 5000,
                 "arguments": {"name": "h"}}""");
        expected.setAll((ObjectNode) JsonCodec.read(server));
        assertThat(call.arguments().path("call").textValue()).isEqualTo("grpc");
        assertThat(call.arguments().path("with")).isEqualTo(expected);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
            "{client: stock} | {\"client\": \"stock\"}",
            "{tls: true} | {\"host\": \"a\", \"port\": 443, \"tls\": true}",
            "{headers: {tenant: '${ .host }'}} | {\"host\": \"a\", \"port\": 80, \"tls\": false, \"headers\": {\"tenant\": \"h\"}}" })
    void haveTheSettingsOfTheTask(String settings, String expected) {
        ObjectNode with = call("host: a", "'${ . }'", settings).arguments().path("with").deepCopy();
        with.remove(List.of("proto", "service", "method", "timeout", "arguments"));

        assertThat(with).isEqualTo(JsonCodec.read(expected));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '\u0001', value = {
            "basic: {username: u, password: '${ .host }'} | {\"username\": \"u\", \"password\": \"h\"}",
            "bearer: {token: t} | {\"token\": \"t\"}", "bearer: {from: caller} | {\"caller\": true}",
            "oauth2: {oidcClient: shop} | {\"client\": \"shop\"}",
            "oidc: {authority: 'https://id.example.com', grant: client_credentials, client: {id: c, secret: s}}"
                    + " | {\"oauth2\": {\"discovery\": true, \"dynamic\": false, \"settings\": {\"authority\": \"https://id.example.com\","
                    + " \"client-id\": \"c\", \"client-secret\": \"s\", \"grant\": \"client_credentials\"}}}" })
    void haveTheAuthentication(String authentication, String expected) {
        EffectCall call = call("host: a, authentication: {" + authentication + "}", "{}", "{}");

        assertThat(call.arguments().path("with").path("authentication")).isEqualTo(JsonCodec.read(expected));
    }

    private static EffectCall call(String service, String arguments, String settings) {
        EngineFixture fixture = new EngineFixture().workflow("""
                do:
                  - greet:
                      call: grpc
                      with:
                        proto: {endpoint: 'classpath:grpc/greet.proto'}
                        service: {name: greet.Greeter, %s}
                        method: SayHello
                        arguments: %s
                      timeout: {after: PT5S}
                      metadata: {cairn: {grpc: %s}}
                """.formatted(service, arguments, settings)).start();
        fixture.begin("{\"host\": \"h\", \"port\": 7}");
        return fixture.calls.get(0);
    }
}

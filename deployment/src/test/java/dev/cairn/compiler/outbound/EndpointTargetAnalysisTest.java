package dev.cairn.compiler.outbound;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;

import dev.cairn.compiler.TestPrograms;
import dev.cairn.program.Operation;
import dev.cairn.program.Program;
import dev.cairn.program.ProgramCodec;

/** Tells endpoints whose host input can influence from those that the application decides. */
class EndpointTargetAnalysisTest {

    @ParameterizedTest
    @ValueSource(strings = { "https://api.example.com", "https://api.example.com/", "http://api.example.com:8080/orders/{id}",
            "HTTPS://api.example.com/{id}?q={q}", "https://api.example.com?q={q}", "http://[::1]:8080/{id}",
            "${ \"https://api.example.com/orders/\\(.order.id)\" }",
            "${ @uri \"https://api.example.com/orders/\\(.order.id)\" }",
            "${ \"https://api.example.com/\" + .id + \"/lines\" }", "${ (\"https://api.example.com/\" + .id) + .rest }",
            "${ $secrets.base }", "${ $secrets.service.url + \"/orders/\" + .id }", "${ $secrets.base + \":8080/\" + .id }",
            "${ \"https://\\($secrets.host)/orders/\\(.id)\" }", "${ \"https://\\($secrets.tenant).example.com/\\(.id)\" }",
            "${ \"https://\" + ($secrets.host | ascii_downcase) + \"/\" + .id }",
            "${ $secrets.base // \"https://a.example/\" }",
            "${ \"https://api.example.com/\\($runtime.version)\" }",
            "${ if .test then \"https://a.example/\\(.id)\" else $secrets.base + \"/\" + .id end }",
            "${ $secrets.service | if .tls then \"https://\" + .host else .base end }",
            "${ if $secrets.service.tls then $secrets.base else \"https://a.example/\" end }",
            "${ [$secrets.base, \"https://a.example/\"][0] }", "${ [$secrets.base] | first }", "${ {a: $secrets.base}.a }",
            "${ ($secrets.service | .urls[0:2] | join(\"\")) + \"/orders/\" + .id }", "${ $secrets.service.urls[]? }",
            "${ $secrets.base as $b | $b + \"/orders\" }", "${ ($secrets.base as $b | $b) + \"/orders/\" + .id }",
            "${ reduce $secrets.service.parts[] as $p (\"https://\"; . + $p) }",
            "${ def f(g): g + .; $secrets.base | f(\"https://\") }", "${ try $secrets.base catch \"https://a.example/\" }",
            "${ $secrets.service.local and true | if . then $secrets.base else \"https://a.example/\" end }",
            "${ (if .test then \"https://a.example\" else \"https://b.example\" end) + \"/orders/\" + .id }" })
    void theApplicationDecidesTheHost(String endpoint) {
        assertThat(call(endpoint).dynamicTarget()).isFalse();
    }

    @ParameterizedTest
    @ValueSource(strings = { "{base}/orders", "https://{host}/orders", "https://api.example.com{path}",
            "https://api.example.com:{port}/", "https://{tenant}.example.com/", "https://api.{zone}/x",
            "${ .url }", "${ $input.url }", "${ $workflow.input.url }", "${ $context.url }", "${ .base + \"/orders\" }",
            "${ \"https://\\(.host)/\" }", "${ \"https://\" + .host + \"/\" }", "${ \"https://api.example.com\" + .path }",
            "${ \"https://api.example.com:\" + .port + \"/\" }", "${ $secrets.base + .path }",
            "${ $secrets.scheme + \"://\" + .host }",
            "${ $secrets.scheme + \":/\" + .rest }", "${ $secrets.user + \"@\" + .host + \"/\" }",
            "${ \"https://\\($secrets.user)@\\(.host)/\" }", "${ \"https://good.example\\\\\" + .host + \"/\" }",
            "${ .base // \"https://a.example/\" }", "${ if .test then \"https://a.example/\" else .url end }",
            "${ if .test then \"https://a.example/\" end }", "${ \"https://a.example/\" | . + $input.x | $input.url }",
            "${ $secrets.service[.name] }", "${ $secrets.base | sub(\"a\"; $input.b) }", "${ [\"https://a.example/\", .x][1] }",
            "${ {a: .url}.a }", "${ \"https://a.example/\" as $x | .url }", "${ .url | ascii_downcase }", "${ tostring }",
            "${ .url as $x | $x }", "${ .url as $x | \"https://a.example/\" as $y | $x }", "${ def f: .url; f }",
            "${ def f: $input.url; $secrets.base | f }", "${ def f(g): g; $secrets.base | f($input.url) }",
            "${ $secrets.base | (. as $b | $input.url) }", "${ [.url][0] }", "${ {url: $secrets.base} | .[$input.key] }",
            "${ foreach .x[] as $p (\"https://\"; . + $p) }", "${ try error(.url) catch . }",
            "${ [.x[] as $p | \"https://a.example/\"] | add }", "${ $secrets.service | .url |= $input.url | .url }",
            "${ label $out | $input.url, break $out }", "${ reduce .x[] as $p (\"https://a.example/\"; . + $p) }" })
    void inputCanInfluenceTheHost(String endpoint) {
        assertThat(call(endpoint).dynamicTarget()).isTrue();
    }

    @Test
    void aProgramKeepsItAndItsShapeDoesNot() {
        Program dynamic = program("${ .url }");
        Operation.Call call = call(dynamic);

        assertThat(call(ProgramCodec.read(ProgramCodec.write(List.of(dynamic))).get(0))).isEqualTo(call);
        Program constant = program("https://a.example/");
        assertThat(call(ProgramCodec.read(ProgramCodec.write(List.of(constant))).get(0)).dynamicTarget()).isFalse();
        Program changed = new Program(dynamic.header(),
                dynamic.operations().stream().map(operation -> operation == call
                        ? new Operation.Call(call.task(), call.effect(), call.function(), call.arguments(), false)
                        : operation).toList(),
                dynamic.tasks(), dynamic.guards(), dynamic.deadlines(), dynamic.schemas(), dynamic.functions(),
                dynamic.inputSchema(), dynamic.valueRegisters(), dynamic.numberRegisters(), 0);
        assertThat(ProgramCodec.shaped(changed).shape()).isEqualTo(dynamic.shape());
    }

    private static Operation.Call call(String endpoint) {
        return call(program(endpoint));
    }

    private static Operation.Call call(Program program) {
        return program.operations().stream().filter(Operation.Call.class::isInstance).map(Operation.Call.class::cast)
                .findFirst().orElseThrow();
    }

    private static Program program(String endpoint) {
        ObjectNode definition = new ObjectMapper().createObjectNode();
        definition.putObject("use").putArray("secrets").add("base").add("service").add("host").add("tenant").add("scheme")
                .add("user");
        definition.putArray("do").addObject().putObject("ask").put("call", "http").putObject("with").put("method", "get")
                .put("endpoint", endpoint);
        return TestPrograms.program(definition, "endpoint");
    }
}

package dev.cairn.compiler.reader;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.Set;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvFileSource;

import dev.cairn.compiler.DefinitionCompiler;
import dev.cairn.compiler.TestPrograms;
import dev.cairn.definition.CallTarget;
import dev.cairn.definition.CallTarget.ConsumptionLimit;
import dev.cairn.definition.Definition;
import dev.cairn.definition.Problem;
import dev.cairn.definition.ProblemCollector;
import dev.cairn.definition.Task;
import dev.cairn.definition.asyncapi.AsyncApiChannel;

/** AsyncAPI calls are checked against their documents while they are read. */
class AsyncApiCallTest {

    private static final String SHOP = "document: {endpoint: 'classpath:asyncapi/shop.yaml'}";
    private static final String LIGHTS = "document: {name: lamps, endpoint: {uri: 'classpath:asyncapi/lights.json'}}";

    @Test
    void findsTheChannelOfAnOperation() {
        CallTarget.AsyncApiPublish publish = (CallTarget.AsyncApiPublish) target(
                SHOP + ", operation: placeOrder, message: {payload: {id: '1', items: [{sku: a}]}, headers: {tenant: t}}");

        assertThat(publish.channel()).isEqualTo(new AsyncApiChannel("shop", "asyncapi/shop.yaml", "orders", "shop.orders",
                "kafka", "application/json", null));
        assertThat(publish.payload().value()).hasToString("{\"id\":\"1\",\"items\":[{\"sku\":\"a\"}]}");
        assertThat(publish.headers().value()).hasToString("{\"tenant\":\"t\"}");
    }

    @Test
    void leavesAnAddressWithParametersOpen() {
        CallTarget.AsyncApiSubscribe subscribe = (CallTarget.AsyncApiSubscribe) target(
                SHOP + ", operation: followTracks, server: {name: legacy, variables: {region: eu}},"
                        + " subscription: {consume: {amount: 3}}");

        assertThat(subscribe.channel()).isEqualTo(new AsyncApiChannel("shop", "asyncapi/shop.yaml", "tracks", null, "amqp",
                "application/json", "$message.header#/trackId"));
        assertThat(subscribe.subscription().limit()).isEqualTo(ConsumptionLimit.AMOUNT);
        assertThat(subscribe.subscription().amount()).isEqualTo(3);
    }

    @Test
    void readsTheSecondVersion() {
        assertThat(((CallTarget.AsyncApiSubscribe) target(
                LIGHTS + ", channel: light/measured, subscription: {consume: {until: length > 2, for: PT1M}}")).channel())
                .isEqualTo(new AsyncApiChannel("lamps", "asyncapi/lights.json", "light/measured", "light/measured", "mqtt",
                        "application/json", "$message.payload#/id"));
        assertThat(((CallTarget.AsyncApiPublish) target(LIGHTS + ", operation: turn, message: {payload: 'off'}")).channel())
                .isEqualTo(new AsyncApiChannel("lamps", "asyncapi/lights.json", "light/{id}/turn", null, "mqtt",
                        "application/json", null));
    }

    /** AsyncAPI 3, "Traits Merge Mechanism". */
    @Test
    void traitsAddToWhatAMessageOfTheThirdVersionSays() {
        String refunded = SHOP + ", channel: refunds, message: {payload: a, headers: ";

        assertThat(((CallTarget.AsyncApiPublish) target(refunded + "{traceId: t, reason: old}}")).channel())
                .isEqualTo(new AsyncApiChannel("shop", "asyncapi/shop.yaml", "refunds", "shop.refunds", "kafka",
                        "application/json", "$message.header#/refundId"));
        assertThat(read(refunded + "{reason: 5}}").problems()).singleElement().extracting(Problem::message).asString()
                .contains("/reason integer found, string expected", "required property 'traceId' not found");
        assertThat(read(refunded + "{traceId: t, reason: broken}}").problems()).singleElement().extracting(Problem::message)
                .asString().contains("/reason must be at most 3 characters long");
    }

    /** AsyncAPI 2.6, "Message Object". */
    @Test
    void traitsReplaceWhatAMessageOfTheSecondVersionSays() {
        String name = LIGHTS + ", operation: name, message: {payload: {}, headers: ";

        assertThat(((CallTarget.AsyncApiPublish) target(name + "{room: r}}")).channel())
                .isEqualTo(new AsyncApiChannel("lamps", "asyncapi/lights.json", "light/name", "light/name", "mqtt",
                        "text/plain", "$message.header#/room"));
        assertThat(read(name + "{}}").problems()).singleElement().extracting(Problem::message).asString()
                .contains("required property 'room' not found");
        assertThat(read(LIGHTS + ", operation: name, message: {payload: {former: a}}").problems()).singleElement()
                .extracting(Problem::message).asString().contains("/former must be the constant value 'null'");
    }

    @Test
    void doesNotCheckAPayloadThatIsComputed() {
        assertThat(target(SHOP + ", operation: placeOrder, message: {payload: {id: '${ .id }', more: 1}}")).isNotNull();
    }

    @Test
    void doesNotCheckAPayloadWhoseSchemaIsInAnotherLanguage() {
        assertThat(read(LIGHTS + ", operation: dim, message: {payload: {percent: 5}, headers: {room: a}}").problems())
                .isEmpty();
    }

    /** The arguments of a call, and code, file, pointer, message and advice of its only problem. */
    @ParameterizedTest
    @CsvFileSource(resources = "asyncapi-mistakes.csv", delimiter = '|', quoteCharacter = '\u0001', maxCharsPerColumn = 2_000)
    void reportsMistakesAtTheirPlace(String with, String expected) {
        List<Problem> problems = read(with.replace("SHOP", SHOP).replace("LIGHTS", LIGHTS)).problems();

        assertThat(problems).extracting(problem -> problem.code().substring(6) + " " + problem.location().file() + " "
                + problem.location().pointer() + " " + problem.message() + " \\ " + problem.suggestion())
                .containsExactly(expected);
        assertThat(problems.get(0).location().line()).isPositive();
    }

    @Test
    void saysThatAuthenticationHasNoEffect() {
        Read read = read(SHOP + ", operation: placeOrder, authentication: {bearer: {token: t}}, message: {}");

        assertThat(read.problems()).hasSize(1).allSatisfy(problem -> {
            assertThat(problem.severity()).isEqualTo(Problem.Severity.WARNING);
            assertThat(problem.code()).isEqualTo(ReaderErrorCodes.NO_EFFECT);
        });
    }

    @Test
    void namesTheExtensionThatIsMissing() {
        Definition definition = read(SHOP + ", operation: placeOrder, message: {payload: {id: a}}").good();
        ProblemCollector problems = new ProblemCollector();

        new DefinitionCompiler(TestPrograms.FUNCTIONS, TestPrograms.WORKFLOWS, Set.of(), "test").compile(definition, problems);

        assertThat(problems.all()).hasSize(1).allSatisfy(problem -> {
            assertThat(problem.code()).isEqualTo("CAIRN-0333");
            assertThat(problem.suggestion()).contains("quarkus extension add quarkus-cairn-messaging");
        });
    }

    private static CallTarget target(String with) {
        return ((Task.Call) read(with).task()).target();
    }

    private static Read read(String with) {
        String text = Read.DOCUMENT + "do:\n  - a: {call: asyncapi, with: {" + with + "}}\n";
        ProblemCollector problems = new ProblemCollector();
        Optional<Definition> definition = DefinitionReader.read("sample.yaml", text.getBytes(StandardCharsets.UTF_8),
                TestPrograms::resource, problems);
        return new Read(definition, problems.all());
    }
}

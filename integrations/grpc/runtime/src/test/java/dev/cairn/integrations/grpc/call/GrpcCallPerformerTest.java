package dev.cairn.integrations.grpc.call;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.google.protobuf.Any;
import com.google.protobuf.ByteString;
import com.google.protobuf.UnknownFieldSet;

import dev.cairn.api.WorkflowError;
import dev.cairn.api.WorkflowException;
import dev.cairn.integrations.grpc.channel.ClientChannels;
import dev.cairn.integrations.grpc.channel.HostConnector;
import dev.cairn.integrations.grpc.config.GrpcCallConfig;
import dev.cairn.spi.CallPerformer.CallRequest;
import dev.cairn.spi.QuotedErrorException;
import dev.cairn.spi.outbound.OutboundCaller;
import dev.cairn.spi.outbound.OutboundGuard;
import dev.cairn.spi.outbound.OutboundRoute;
import dev.cairn.spi.outbound.OutboundTarget;
import dev.cairn.value.JsonCodec;
import io.grpc.Context;
import io.grpc.Metadata;
import io.quarkus.grpc.runtime.config.GrpcConfiguration;
import io.quarkus.runtime.configuration.DurationConverter;
import io.quarkus.runtime.configuration.MemorySize;
import io.quarkus.runtime.configuration.MemorySizeConverter;
import io.smallrye.config.SmallRyeConfig;
import io.smallrye.config.SmallRyeConfigBuilder;
import io.smallrye.mutiny.Uni;

/** Calls of a real server on loopback. */
class GrpcCallPerformerTest {

    private static final Duration PATIENCE = Duration.ofSeconds(30);

    private final List<OutboundTarget> admitted = new CopyOnWriteArrayList<>();
    private NotesServer server;
    private GrpcCallPerformer performer;

    @BeforeEach
    void open() throws IOException {
        server = new NotesServer(null);
        performer = performer(Map.of());
    }

    @AfterEach
    void close() {
        performer.close();
        server.close();
    }

    @Test
    void convertsMessagesToJsonAndBack() {
        JsonNode answer = call("""
                {"method": "Echo", "arguments": {"text": "a", "big_number": 9007199254740993, "data": "AAE=", "tags": ["x"],
                 "wrapped": {"@type": "type.googleapis.com/notes.Note", "text": "inner"}}}""");

        assertThat(answer).isEqualTo(JsonCodec.read("""
                {"text": "a", "bigNumber": "9007199254740993", "data": "AAE=", "tags": ["x"], "count": 0,
                 "wrapped": {"@type": "type.googleapis.com/notes.Note", "text": "inner", "bigNumber": "0", "data": "",
                  "tags": [], "count": 0}}"""));
    }

    @Test
    void collectsAStream() {
        JsonNode answer = call("{\"method\": \"Repeat\", \"arguments\": {\"count\": 3}}");

        assertThat(answer).hasSize(3);
        assertThat(answer.findValuesAsText("count")).containsExactly("0", "1", "2");
    }

    @Test
    void sendsHeadersTheKeyAndTheTrace() {
        call("""
                {"method": "Echo", "authentication": {"username": "u", "password": "p\u00e4"},
                 "headers": {"Tenant": "t", "n": 1, "raw-bin": "AAE=", "absent": null}}""");

        Metadata headers = server.headers.get(0);
        assertThat(text(headers, "tenant")).isEqualTo("t");
        assertThat(text(headers, "n")).isEqualTo("1");
        assertThat(headers.get(Metadata.Key.of("raw-bin", Metadata.BINARY_BYTE_MARSHALLER))).containsExactly(0, 1);
        assertThat(text(headers, "idempotency-key")).isEqualTo("key-1");
        assertThat(text(headers, "traceparent")).isEqualTo("00-trace");
        assertThat(text(headers, "authorization")).isEqualTo("Basic dTpww6Q=");
        assertThat(headers.containsKey(Metadata.Key.of("absent", Metadata.ASCII_STRING_MARSHALLER))).isFalse();
    }

    @Test
    void sendsABearerToken() {
        call("{\"method\": \"Echo\", \"authentication\": {\"token\": \"abc\"}}");

        assertThat(text(server.headers.get(0), "authorization")).isEqualTo("Bearer abc");
    }

    @ParameterizedTest
    @CsvSource({ "INVALID_ARGUMENT, validation, 400", "UNAUTHENTICATED, authentication, 401",
            "PERMISSION_DENIED, authorization, 403", "DEADLINE_EXCEEDED, timeout, 408", "NOT_FOUND, communication, 404",
            "ALREADY_EXISTS, communication, 409", "FAILED_PRECONDITION, communication, 400",
            "OUT_OF_RANGE, communication, 400", "RESOURCE_EXHAUSTED, communication, 429", "CANCELLED, communication, 499",
            "UNIMPLEMENTED, communication, 501", "UNAVAILABLE, communication, 503", "UNKNOWN, communication, 500",
            "INTERNAL, communication, 500", "DATA_LOSS, communication, 500" })
    void mapsTheStatus(String code, String type, int status) {
        WorkflowError error = error("{\"method\": \"Echo\", \"arguments\": {\"text\": \"status " + code + "\"}}");

        assertThat(error.type()).endsWith("/errors/" + type);
        assertThat(error.status()).isEqualTo(status);
        assertThat(error.title()).isEqualTo("gRPC status " + code);
        assertThat(error.detail())
                .isEqualTo("notes.Notes/Echo ended with " + code + ": no luck; trailers: retry-pushback=7");
        assertThat(error.instance()).isEqualTo("/do/0/note");
    }

    @Test
    void quotesTheFirstDetailsOfTheStatus() {
        WorkflowError error = error("{\"method\": \"Echo\", \"arguments\": {\"text\": \"status ABORTED\"}}");

        assertThat(error.status()).isEqualTo(409);
        assertThat(error.detail()).contains("\"reason\":\"REASON_0\"").contains("REASON_9").doesNotContain("REASON_11")
                .contains(", …");
    }

    /** The texts of a server can quote a secret. Of a secret that is cut in two neither part would be found. */
    @ParameterizedTest
    @ValueSource(strings = { "description", "details", "trailers", "answer" })
    void carriesTheWholeOfATextThatItCuts(String place) {
        String secret = "correct-horse";
        String said = "x".repeat(GrpcCallErrors.MAX_EXCERPT_CHARS - 100) + " " + secret.repeat(20);
        server.answer(note -> note.toBuilder().setField(note.getDescriptorForType().findFieldByName("wrapped"),
                Any.newBuilder().setTypeUrl("x/" + said).build()).build());

        QuotedErrorException failure = catchThrowableOfType(QuotedErrorException.class, () -> perform(
                with("{\"method\": \"Echo\", \"arguments\": {\"text\": \"long " + place + " " + said + "\"}}")));

        assertThat(failure.text()).contains(said);
        assertThat(failure.error().detail()).contains("…").endsWith("…").doesNotContain(said).matches("\\P{Cntrl}*");
        assertThat(failure.quoting().apply(failure.text().replace(secret, "***")).detail()).contains("x ***")
                .doesNotContain("correct");
    }

    /** A server can send details that contradict its status, or that nothing can read. The task has its error all the same. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', value = { "mismatch | \"reason\":\"GONE\"", "unreadable | details: unreadable",
            "unprintable | details: type.googleapis.com/google.rpc.RetryInfo" })
    void endsWithAnyDetailsOfTheStatus(String kind, String detail) {
        WorkflowError error = error("{\"method\": \"Echo\", \"arguments\": {\"text\": \"details " + kind + "\"}}");

        assertThat(error.title()).isEqualTo("gRPC status ABORTED");
        assertThat(error.detail()).startsWith("notes.Notes/Echo ended with ABORTED: no luck").contains(detail);
    }

    @Test
    void endsIfTheAnswerHasNoJsonForm() {
        server.answer(note -> note.toBuilder().setField(note.getDescriptorForType().findFieldByName("wrapped"),
                Any.newBuilder().setTypeUrl("x/unknown.Type").build()).build());

        WorkflowError error = error("{\"method\": \"Echo\"}");

        assertThat(error.title()).isEqualTo("gRPC answer has no JSON form");
        assertThat(error.detail()).contains("notes.Notes/Echo has an unusable answer").contains("unknown.Type");
    }

    @ParameterizedTest
    @ValueSource(strings = { "[::ffff:127.0.0.1]", "::ffff:127.0.0.1" })
    void callsAnAddressOfTheSixthVersion(String host) {
        assertThat(perform(with("{\"method\": \"Echo\"}").put("host", host))).isNotNull();
        assertThat(perform(with("{\"method\": \"Echo\", \"dynamic\": true}").put("host", host))).isNotNull();
        assertThat(admitted).containsExactly(new OutboundTarget("http", "::ffff:127.0.0.1", server.port()));
    }

    /** The conversion fails where it happens. */
    @ParameterizedTest
    @CsvSource({ "1_000, true", "100_000, false" })
    void convertsLargeRequestsOnAWorker(String chars, boolean inline) {
        String text = "x".repeat(Integer.parseInt(chars.replace("_", "")));
        AtomicReference<Thread> converting = new AtomicReference<>();

        performer
                .perform(request(with("{\"method\": \"Echo\", \"arguments\": {\"text\": \"" + text + "\", \"count\": \"?\"}}")))
                .onFailure().invoke(() -> converting.set(Thread.currentThread())).onFailure().recoverWithNull()
                .await().atMost(PATIENCE);

        assertThat(converting.get() == Thread.currentThread()).isEqualTo(inline);
    }

    /** Arguments, and the detail of the error that they make before anything is sent. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '\u0001', value = {
            "{\"arguments\": {\"txt\": 1}} | do not fit notes.Notes/Echo: the message notes.Note has no field \"txt\"",
            "{\"arguments\": {\"count\": 1.5}} | do not fit notes.Notes/Echo: the field \"count\" needs a value of type int32",
            "{\"arguments\": [1]} | are an object, not array",
            "{\"method\": \"Gather\", \"arguments\": {}} | that takes a stream are an array, not object",
            "{\"method\": \"Chat\", \"arguments\": [{}, 1]} | Each message of a gRPC call is an object, not number",
            "{\"method\": \"Chat\", \"arguments\": [{}, {\"txt\": 1}]} | Notes/Chat: message 2: the message notes.Note has no field",
            "{\"host\": \"a/b\"} | is a name or an address, not this text",
            "{\"host\": \"localhost:9000\"} | has no port; give it as \"port\"",
            "{\"host\": \"[::1]:9000\"} | has no port; give it as \"port\"",
            "{\"host\": \"[a]\"} | is a name or an address, not this text",
            "{\"host\": \"a_b\"} | gRPC finds no host of this form",
            "{\"host\": null} | is a name or an address, not null",
            "{\"port\": 70000} | is a number from 1 to 65535, not number",
            "{\"headers\": {\"grpc-timeout\": 1}} | no header of this name: \"grpc-timeout\"",
            "{\"headers\": {\"a b\": 1}} | no header of this name: \"a b\"",
            "{\"headers\": {\"a\": \"\u00e4\"}} | The header a has characters that are not printable ASCII",
            "{\"headers\": {\"a-bin\": \"?\"}} | The binary header a-bin is no base64",
            "{\"headers\": {\"-bin\": \"\"}} | no header of this name: \"-bin\"",
            "{\"headers\": {\"Connection\": \"close\"}} | no header of this name: \"connection\"",
            "{\"headers\": {\"a\": 1, \"A\": 2}} | The header a is given twice",
            "{\"headers\": {\"a-bin\": \"AAE=\", \"A-Bin\": \"AAE=\"}} | The header a-bin is given twice",
            "{\"headers\": {\"Authorization\": \"x\"}, \"authentication\": {\"token\": \"t\"}} | The header authorization is given,",
            "{\"headers\": {\"authorization\": \"B\u00e4r\"}} | The header authorization has characters that are not printable ASCII",
            "{\"authentication\": {\"token\": \"B\u00e4r\"}} | The credentials of a gRPC call have characters that are not printable ASCII",
            "{\"headers\": {\"a\": {}}} | The header a is a text, number or boolean, not object",
            "{\"headers\": [1]} | are an object, not array",
            "{\"authentication\": {\"token\": \"a\\nb\"}} | have characters that are not printable ASCII",
            "{\"authentication\": {\"username\": \"a:b\", \"password\": \"c\"}} | cannot have a colon" })
    void refusesArgumentsThatMakeNoCall(String arguments, String detail) {
        ObjectNode with = with("{\"method\": \"Echo\"}");
        with.setAll((ObjectNode) JsonCodec.read(arguments));

        WorkflowError error = failure(with);

        assertThat(error.type()).isEqualTo(WorkflowError.Standard.VALIDATION.type());
        assertThat(error.detail()).contains(detail);
        assertThat(server.headers).isEmpty();
    }

    @Test
    void limitsTheRequest() {
        performer = performer(Map.of("max-request-size", "100"));

        assertThat(error("{\"method\": \"Echo\", \"arguments\": {\"text\": \"" + "x".repeat(200) + "\"}}").detail())
                .contains("quarkus.cairn.grpc.max-request-size allows 100");
    }

    @Test
    void limitsTheNumberOfMessages() {
        performer = performer(Map.of("max-stream-messages", "5"));

        assertThat(error("{\"method\": \"Repeat\", \"arguments\": {\"count\": 1000}}").detail())
                .isEqualTo("notes.Notes/Repeat was answered with more than 5 messages");
    }

    /** JSON does not have the fields that a proto file lacks. */
    @Test
    void limitsTheSizeOfAStream() {
        performer = performer(Map.of("max-response-size", "1000"));
        UnknownFieldSet unknown = UnknownFieldSet.newBuilder().addField(99,
                UnknownFieldSet.Field.newBuilder().addLengthDelimited(ByteString.copyFrom(new byte[600])).build()).build();
        server.answer(note -> note.toBuilder().setUnknownFields(unknown).build());

        assertThat(error("{\"method\": \"Repeat\", \"arguments\": {\"count\": 1000}}").detail())
                .isEqualTo("notes.Notes/Repeat was answered with more than 1000 bytes");
    }

    /** A control character has one byte in a message, and six in JSON. */
    @Test
    void limitsTheJsonOfAnAnswer() {
        performer = performer(Map.of("max-response-size", "1000"));

        assertThat(error("{\"method\": \"Echo\", \"arguments\": {\"text\": \"" + "\\u0001".repeat(500) + "\"}}").detail())
                .isEqualTo("notes.Notes/Echo was answered with more than 1000 bytes of JSON");
    }

    /** An empty message has no byte, and its fields have names in JSON. */
    @Test
    void limitsTheJsonOfAStream() {
        performer = performer(Map.of("max-response-size", "1000"));

        assertThat(error("{\"method\": \"Repeat\", \"arguments\": {\"count\": 100}}").detail())
                .isEqualTo("notes.Notes/Repeat was answered with more than 1000 bytes of JSON");
    }

    @Test
    void limitsTheSizeOfAMessage() {
        performer = performer(Map.of("max-response-size", "1000"));

        WorkflowError error = error("{\"method\": \"Echo\", \"arguments\": {\"text\": \"" + "x".repeat(2000) + "\"}}");

        assertThat(error.title()).isEqualTo("gRPC status RESOURCE_EXHAUSTED");
        assertThat(error.detail()).contains("exceeds maximum size 1000");
    }

    @Test
    void endsAtTheDeadlineAndTellsTheServer() {
        WorkflowError error = error("{\"method\": \"Echo\", \"timeout\": 300, \"arguments\": {\"text\": \"silence\"}}");

        assertThat(error.type()).isEqualTo(WorkflowError.Standard.TIMEOUT.type());
        assertThat(server.silent.join()).isBetween(1L, 300L);
        assertThat(server.cancelled).succeedsWithin(PATIENCE);
    }

    @Test
    void hasADeadlineOfTheConfiguration() {
        performer = performer(Map.of("deadline", "200MS"));

        assertThat(error("{\"method\": \"Echo\", \"arguments\": {\"text\": \"silence\"}}").status()).isEqualTo(408);
    }

    @Test
    void cancelsTheCallOfATaskThatEnds() throws Exception {
        var subscription = performer.perform(request(with("{\"method\": \"Echo\", \"arguments\": {\"text\": \"silence\"}}")))
                .subscribe().with(answer -> {});
        server.silent.get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
        assertThat(server.cancelled).isNotDone();

        subscription.cancel();

        assertThat(server.cancelled).succeedsWithin(PATIENCE);
    }

    /** A method of a gRPC service has started the instance, and has returned. */
    @Test
    void outlivesTheCallThatStartedIt() {
        Context.CancellableContext served = Context.current().withCancellation();
        served.cancel(null);
        AtomicReference<JsonNode> answer = new AtomicReference<>();

        served.run(() -> answer.set(call("{\"method\": \"Echo\", \"arguments\": {\"text\": \"a\"}}")));

        assertThat(answer.get().path("text").textValue()).isEqualTo("a");
    }

    @Test
    void failsIfTheServerIsGone() throws IOException {
        ObjectNode with = with("{\"method\": \"Echo\"}");
        call("{\"method\": \"Echo\"}");
        server.close();
        int port;
        try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            port = free.getLocalPort();
        }
        with.put("port", port);

        WorkflowError error = failure(with);

        assertThat(error.status()).isEqualTo(503);
        assertThat(error.type()).isEqualTo(WorkflowError.Standard.COMMUNICATION.type());
        assertThat(error.detail()).contains("UNAVAILABLE").contains("Connection refused");
    }

    @Test
    void staysSilentWhileTheApplicationStops() throws Exception {
        List<Object> outcomes = new CopyOnWriteArrayList<>();
        performer.perform(request(with("{\"method\": \"Echo\", \"arguments\": {\"text\": \"silence\"}}")))
                .subscribe().with(outcomes::add, outcomes::add);
        server.silent.get(PATIENCE.toSeconds(), TimeUnit.SECONDS);

        performer.close();

        assertThat(server.cancelled).succeedsWithin(PATIENCE);
        assertThat(outcomes).isEmpty();
    }

    @Test
    void makesNoCallAfterTheApplicationHasStopped() {
        List<Object> outcomes = new CopyOnWriteArrayList<>();
        call("{\"method\": \"Echo\"}");

        performer.close();
        performer.perform(request(with("{\"method\": \"Echo\"}"))).subscribe().with(outcomes::add, outcomes::add);
        performer.perform(request(with("{\"method\": \"Echo\", \"arguments\": {\"count\": \"?\"}}")))
                .subscribe().with(outcomes::add, outcomes::add);

        assertThat(outcomes).isEmpty();
        assertThat(server.headers).hasSize(1);
    }

    @Test
    void connectsToTheCheckedAddressAndKeepsTheName() {
        ObjectNode with = with("{\"method\": \"Echo\", \"dynamic\": true}").put("host", "notes.test");

        assertThat(perform(with)).isNotNull();

        assertThat(admitted).containsExactly(new OutboundTarget("http", "notes.test", server.port()));
    }

    @Test
    void makesNoCallThatThePolicyRefuses() {
        WorkflowError error = failure(with("{\"method\": \"Echo\", \"dynamic\": true}").put("host", "evil.test"));

        assertThat(error.type()).isEqualTo(WorkflowError.Standard.AUTHORIZATION.type());
        assertThat(server.headers).isEmpty();
    }

    @Test
    void asksForNoAdmissionOfAConstantHost() {
        call("{\"method\": \"Echo\"}");

        assertThat(admitted).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({ "max-connections, 0", "max-stream-messages, 0", "deadline, 0S", "max-response-size, 0" })
    void refusesLimitsOutOfRange(String name, String value) {
        assertThatIllegalStateException().isThrownBy(() -> performer(Map.of(name, value)))
                .withMessageContaining("CAIRN-0872: quarkus.cairn.grpc." + name);
    }

    private GrpcCallPerformer performer(Map<String, String> settings) {
        SmallRyeConfig config = config(settings);
        return new GrpcCallPerformer(NotesProto.bindings(), config.getConfigMapping(GrpcCallConfig.class), new LoopbackGuard(),
                NotesCaller.authenticator(() -> null),
                new HostConnector(Duration.ofSeconds(10), null),
                new ClientChannels(config.getConfigMapping(GrpcConfiguration.class), Set.of()));
    }

    static SmallRyeConfig config(Map<String, String> settings) {
        SmallRyeConfigBuilder builder = new SmallRyeConfigBuilder().withMapping(GrpcCallConfig.class)
                .withMapping(GrpcConfiguration.class).withConverter(Duration.class, 200, new DurationConverter())
                .withConverter(MemorySize.class, 200, new MemorySizeConverter());
        settings.forEach((name, value) -> builder
                .withDefaultValue(name.startsWith("quarkus.") ? name : "quarkus.cairn.grpc." + name, value));
        return builder.build();
    }

    private ObjectNode with(String arguments) {
        ObjectNode with = (ObjectNode) JsonCodec.read("{\"proto\": \"notes.proto\", \"service\": \"notes.Notes\","
                + " \"host\": \"localhost\", \"tls\": false}");
        with.put("port", server.port());
        with.setAll((ObjectNode) JsonCodec.read(arguments));
        return with;
    }

    private JsonNode call(String arguments) {
        return perform(with(arguments));
    }

    private JsonNode perform(ObjectNode with) {
        return performer.perform(request(with)).await().atMost(PATIENCE);
    }

    private WorkflowError error(String arguments) {
        return failure(with(arguments));
    }

    private WorkflowError failure(ObjectNode with) {
        return catchThrowableOfType(WorkflowException.class, () -> perform(with)).error();
    }

    private static CallRequest request(JsonNode with) {
        return new CallRequest("i", "test:notes", "1.0.0", "/do/0/note", "key-1", with, Map.of("traceparent", "00-trace"));
    }

    private static String text(Metadata headers, String name) {
        return headers.get(Metadata.Key.of(name, Metadata.ASCII_STRING_MARSHALLER));
    }

    /** Leads all names to loopback, and refuses one name. */
    private final class LoopbackGuard implements OutboundGuard {
        @Override
        public Uni<OutboundRoute> admit(OutboundTarget target, OutboundCaller caller) {
            if (target.host().equals("evil.test")) {
                return Uni.createFrom().failure(new WorkflowException(
                        WorkflowError.of(WorkflowError.Standard.AUTHORIZATION, "Refused", null, caller.task())));
            }
            admitted.add(target);
            return Uni.createFrom().item(new OutboundRoute(target, InetAddress.getLoopbackAddress(), true));
        }

        @Override
        public Uni<OutboundRoute> follow(OutboundRoute from, OutboundTarget to, OutboundCaller caller) {
            throw new UnsupportedOperationException();
        }
    }
}

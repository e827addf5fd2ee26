package dev.cairn.effect.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.time.Duration;
import java.util.HexFormat;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import com.fasterxml.jackson.databind.JsonNode;

import dev.cairn.api.WorkflowError;
import dev.cairn.api.WorkflowException;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;

/** Forms and uploads, as a server reads them. */
class HttpFormTest {

    private final Vertx vertx = Vertx.vertx();
    private final HttpTestServer server = new HttpTestServer(vertx, HttpFormTest::answer);
    private final HttpPerformer performer = new HttpPerformer(vertx, HttpClientSettings.DEFAULTS, HttpTestServer.NO_GUARD);

    @AfterEach
    void close() {
        performer.close();
        server.close();
        vertx.close().toCompletionStage().toCompletableFuture().join();
    }

    @Test
    void aFormHasScalarsAndSeveralValuesOfAName() {
        JsonNode read = send("application/x-www-form-urlencoded",
                "{\"a b\": \"x&y=ü+\", \"n\": 1.0, \"yes\": true, \"many\": [\"1\", 2], \"none\": null, \"empty\": []}");

        assertThat(read.get("fields"))
                .isEqualTo(HttpTestServer.json("[\"a b=x&y=ü+\", \"n=1\", \"yes=true\", \"many=1\", \"many=2\"]"));
    }

    @Test
    void aFormIsSentInItsCharset() {
        assertThat(
                send("application/x-www-form-urlencoded; charset=iso-8859-1", "{\"größe\": \"1 ü\"}").get("body").textValue())
                .isEqualTo("gr%F6%DFe=1+%FC");
    }

    @Test
    void aFormThatIsTextIsSentAsItIs() {
        assertThat(send("application/x-www-form-urlencoded; charset=utf-8", "\"a=1&b=%20\"").get("fields"))
                .isEqualTo(HttpTestServer.json("[\"a=1\", \"b= \"]"));
    }

    @Test
    void partsAreTextJsonAndFiles() {
        JsonNode read = send("multipart/form-data", """
                {"title": "Invoice ü", "n": 7, "many": ["a", {"text": "b"}], "none": null,
                 "meta": {"json": {"id": 1.0, "of": [null]}},
                 "file": {"base64": "AP8K", "fileName": "in\\"voice\\r\\n.pdf", "contentType": "application/pdf"}}
                """);

        assertThat(read.get("type").textValue()).startsWith("multipart/form-data; boundary=cairn-");
        assertThat(read.get("fields")).isEqualTo(HttpTestServer.json(
                "[\"title=Invoice ü\", \"n=7\", \"many=a\", \"many=b\", \"meta={\\\"id\\\":1,\\\"of\\\":[null]}\"]"));
        assertThat(read.get("files"))
                .isEqualTo(HttpTestServer.json("[\"file in%22voice%0D%0A.pdf application/pdf 00ff0a\"]"));
    }

    @Test
    void aPartIsSentInItsCharset() {
        assertThat(send("multipart/form-data", """
                {"file": {"text": "ö", "fileName": "a.txt", "contentType": "text/plain; charset=ISO-8859-1"}}
                """).get("files").get(0).textValue()).endsWith(" f6");
    }

    @Test
    void namesOfPartsAndFilesMayHaveAnyCharacterAndFilesMayBeEmpty() {
        JsonNode read = send("multipart/form-data", """
                {"a\\"b\\r\\nc ü\\ud83d\\ude00": "1",
                 "file": {"base64": "", "fileName": "größe \\ud83d\\ude00\\".pdf"}}
                """);

        assertThat(read.get("fields")).isEqualTo(HttpTestServer.json("[\"a%22b%0D%0Ac ü\ud83d\ude00=1\"]"));
        assertThat(read.get("files").get(0).textValue()).isEqualTo("file größe \ud83d\ude00%22.pdf application/octet-stream ");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
            "application/x-www-form-urlencoded | {\"a\": {\"b\": 1}} | CAIRN-0882: The form field \"a\" has a nested value (object)",
            "application/x-www-form-urlencoded | {\"a\": [[1]]} | CAIRN-0882: The form field \"a\" has a nested value (array)",
            "application/x-www-form-urlencoded; charset=iso-8859-1 | {\"a\": \"1 €\"} | characters that the charset ISO-8859-1 does not",
            "application/x-www-form-urlencoded; charset=us-ascii | {\"ü\": 1} | characters that the charset US-ASCII does not have",
            "application/x-www-form-urlencoded; charset=x-none | {\"a\": \"1\"} | The charset x-none cannot be written here",
            "application/x-www-form-urlencoded | {\"a\": \"\\ud83d\"} | The form field \"a\" has half of a surrogate pair",
            "multipart/form-data | {\"a\": \"\\ud83d\"} | The part \"a\" has half of a surrogate pair",
            "multipart/form-data | {\"a\": {\"text\": \"\\ude00\"}} | The text of the part \"a\" has half of a surrogate pair",
            "multipart/form-data | {\"\\ud83d\": \"a\"} | The name of a part has half of a surrogate pair",
            "application/x-www-form-urlencoded | [1] | must be a string or an object, not array",
            "multipart/form-data | {\"a\": {\"b\": 1}} | CAIRN-0883: The part \"a\" of the form has b",
            "multipart/form-data | {\"a\": {\"text\": \"ü\", \"contentType\": \"text/plain; charset=us-ascii\"}} | the charset US-ASCII does not",
            "multipart/form-data | {\"a\": {}} | CAIRN-0883: The part \"a\"",
            "multipart/form-data | {\"a\": {\"text\": \"x\", \"json\": 1}} | CAIRN-0883: The part \"a\" of the form has json, text",
            "multipart/form-data | {\"a\": {\"text\": {}}} | The text of the part \"a\" must be a string",
            "multipart/form-data | {\"a\": [[1]]} | The part \"a\" must be a string",
            "multipart/form-data | {\"a\": {\"base64\": \"?\"}} | The base64 of the part \"a\" of the form is none",
            "multipart/form-data | {\"a\": {\"text\": \"x\", \"contentType\": \"a/b\\r\\nX: y\"}} | The contentType of the part \"a\"" })
    void nestedAndOtherwiseUnfitValuesAreRefusedWithAdvice(String type, String body, String message) {
        WorkflowError error = catchThrowableOfType(WorkflowException.class, () -> send(type, body)).error();

        assertThat(error.type()).isEqualTo(WorkflowError.Standard.VALIDATION.type());
        assertThat(error.detail()).contains(message);
        assertThat(server.connections).hasValue(0);
    }

    private JsonNode send(String type, String body) {
        return performer.perform(server.call("/", "{\"method\": \"POST\", \"headers\": {\"Content-Type\": \"" + type
                + "\"}, \"body\": " + body + "}")).await().atMost(Duration.ofSeconds(10));
    }

    private static void answer(HttpServerRequest request) {
        JsonArray files = new JsonArray();
        Buffer body = Buffer.buffer();
        request.setExpectMultipart(true);
        request.handler(body::appendBuffer);
        request.uploadHandler(upload -> {
            Buffer content = Buffer.buffer();
            upload.handler(content::appendBuffer);
            upload.endHandler(end -> files.add(upload.name() + " " + upload.filename() + " " + upload.contentType() + " "
                    + HexFormat.of().formatHex(content.getBytes())));
        });
        request.end().onSuccess(end -> {
            JsonArray fields = new JsonArray();
            request.formAttributes().forEach((name, value) -> fields.add(name + "=" + value));
            request.response().putHeader("Content-Type", "application/json").end(new JsonObject().put("fields", fields)
                    .put("files", files).put("type", request.getHeader("Content-Type")).put("body", body.toString("UTF-8"))
                    .encode());
        });
    }
}

package dev.cairn.effect.function;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.TextNode;

import dev.cairn.quarkus.secret.SecretsFixture;
import dev.cairn.value.JsonCodec;

/** In which forms a secret is found in what is called with, and in what is answered. */
class ConcealedValuesTest {

    private static final String LINES = "-----BEGIN KEY-----\nMIIE/vQ=\nAAAB\n-----END KEY-----\n";

    /** As jq's {@code @uri}, as forms, and as java.net.URI have it, each with either case of hexadecimal digits. */
    @ParameterizedTest
    @ValueSource(strings = { "p*ss~w/rd9ä é", "p%2Ass~w%2Frd9%C3%A4%20%C3%A9", "p%2ass~w%2frd9%c3%a4%20%c3%a9",
            "p*ss%7Ew%2Frd9%C3%A4+%C3%A9", "p*ss%7ew%2frd9%c3%a4%20%c3%a9", "p*ss~w/rd9%C3%A4 %C3%A9" })
    void inUris(String form) {
        SecretsFixture secrets = new SecretsFixture("p*ss~w/rd9ä é");

        assertThat(secrets.kept("https://x.example/bot/" + form + "/send", "no " + form + "!")).isEqualTo("no ***!");
    }

    @ParameterizedTest
    @ValueSource(strings = { "q\"u\\\\o\\tä</&", "q\\\"u\\\\\\\\o\\\\tä</&" })
    void asItIs(String text) {
        assertThat(new SecretsFixture(text).kept(text, "<" + text + ">")).isEqualTo("<***>");
    }

    /** Each as some writer of JSON has it: escaped are slashes, what is not ASCII, what HTML reads, or no more than has to be. */
    @ParameterizedTest
    @ValueSource(strings = { "q\\\"u\\\\o\\tä</&", "q\\\"u\\\\o\\tä<\\/&", "q\\\"u\\\\o\\t\\u00e4</&",
            "q\\\"u\\\\o\\t\\u00E4</&",
            "q\\\"u\\\\o\\t\\u00e4<\\/&", "q\\\"u\\\\o\\tä\\u003c/\\u0026" })
    void inJson(String form) {
        SecretsFixture secrets = new SecretsFixture("q\"u\\o\tä</&");

        assertThat(secrets.kept("{\"a\":\"" + form + "\"}", "{\"b\":\"" + form + "\"}")).isEqualTo("{\"b\":\"***\"}");
    }

    @Test
    void withItsLinesJoined() {
        SecretsFixture secrets = new SecretsFixture(LINES);

        assertThat(secrets.kept(LINES, "no " + LINES.strip() + "!")).isEqualTo("no ***!");
        assertThat(secrets.kept(LINES, "no " + LINES.replace('\n', ' ') + "!")).isEqualTo("no *** !");
        assertThat(secrets.kept(LINES, "no " + LINES.strip().replace("\n", "\\n") + "!")).isEqualTo("no ***!");
    }

    @Test
    void inNames() {
        SecretsFixture secrets = new SecretsFixture("top-secret");

        assertThat(kept(secrets, "{\"top-secret\":1}", "{\"a\":{\"my top-secret\":1,\"b\":2}}"))
                .hasToString("{\"a\":{\"my ***\":1,\"b\":2}}");
    }

    @Test
    void namesThatBecomeEqualAreNumbered() {
        SecretsFixture secrets = new SecretsFixture("top/secret");

        assertThat(kept(secrets, "\"top/secret\"", "{\"top/secret\":1,\"top%2Fsecret\":2,\"***\":3,\"*** (3)\":4}"))
                .hasToString("{\"*** (2)\":1,\"*** (4)\":2,\"***\":3,\"*** (3)\":4}");
    }

    @ParameterizedTest
    @CsvSource({ "4711, 4711", "4711, 4711.0", "0047110, 47110", "12.50, 12.5", "4711, 4.711e3", "-4711, -4711",
            "123456789012345678901234567890, 123456789012345678901234567890",
            "0.12345678901234567890123, 0.12345678901234568" })
    void asNumbers(String secret, String number) {
        SecretsFixture secrets = new SecretsFixture(secret);

        assertThat(kept(secrets, "[" + number + "]", "[" + number + ",1]")).hasToString("[\"***\",1]");
    }

    @ParameterizedTest
    @CsvSource({ "4711, 47110", "1, 1", "0001, 1", "1.00, 1", "4711a, 4711", "4711, -4711" })
    void noOtherNumbersAndNoShortOnes(String secret, String number) {
        SecretsFixture secrets = new SecretsFixture(Map.of("one", secret, "other", "top-secret"));

        assertThat(kept(secrets, "\"top-secret\"", "[" + number + "]")).hasToString("[" + number + "]");
    }

    @Test
    void whatHttpBasicSends() {
        String header = "Basic bWlsb3U6Ym9uZTox";
        SecretsFixture login = new SecretsFixture(Map.of("username", "milou", "password", "bone:1"));
        assertThat(login.kept(header, header)).isEqualTo("Basic ***");

        SecretsFixture password = new SecretsFixture("bone:1");
        String arguments = "{\"authentication\":{\"username\":\"milou\",\"password\":\"bone:1\"}}";
        assertThat(kept(password, arguments, "\"" + header + "\"").textValue()).as("a user name that is no secret")
                .isEqualTo("Basic ***");
    }

    @Test
    void nothingOfACallWithoutSecrets() {
        JsonNode answer = JsonCodec.read("{\"top-secret\":\"top-secret\"}");

        assertThat(new SecretsFixture("top-secret").kept(TextNode.valueOf("other"), answer)).isSameAs(answer);
    }

    private static JsonNode kept(SecretsFixture secrets, String arguments, String answer) {
        return secrets.kept(JsonCodec.read(arguments), JsonCodec.read(answer));
    }
}

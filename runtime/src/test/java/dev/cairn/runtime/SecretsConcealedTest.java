package dev.cairn.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import java.util.Map;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import com.fasterxml.jackson.databind.node.TextNode;

import dev.cairn.value.Json;

/** Where the text of a secret stands in another form, or in part. */
class SecretsConcealedTest {

    private static final String QUOTED = "pass\"word\\with/";
    private static final String PEM = "-----BEGIN KEY-----\nAAAA+BBB/CC=\r\n\tDDDD\n-----END KEY-----\n";
    private static final String TOKEN = "s3cr3t-TOKEN-value";

    private final Secrets secrets = secrets(Map.of("quoted", QUOTED, "pem", PEM, "token", TOKEN));

    private static Secrets secrets(Map<String, String> fields) {
        Secrets secrets = new Secrets();
        secrets.configure(Map.of(), Map.of(), List.of());
        secrets.replace("any", fields);
        return secrets;
    }

    @Test
    void asJsonHasIt() {
        String json = TextNode.valueOf(QUOTED).toString();
        assertThat(secrets.concealed("{\"p\":" + json + "}")).isEqualTo("{\"p\":\"***\"}");
        assertThat(secrets.concealed(json.replace("/", "\\/"))).isEqualTo("\"***\"");
        assertThat(secrets.concealed(TextNode.valueOf(PEM).toString())).isEqualTo("\"***\"");
    }

    @Test
    void withItsWhiteSpaceAsExcerptsHaveIt() {
        assertThat(secrets.concealed(("no: " + PEM + "!").replaceAll("[\\p{Cntrl}\\s]+", " "))).isEqualTo("no: *** !");
    }

    @ParameterizedTest
    @ValueSource(strings = { "", "u", "us", "user:", "someone:" })
    void inBase64WhereverItBegins(String before) {
        byte[] bytes = (before + TOKEN + ", 7").getBytes(StandardCharsets.UTF_8);
        String concealed = secrets.concealed(Base64.getEncoder().encodeToString(bytes));
        assertThat(concealed).contains("***");
        String left = concealed.replace("***", "");
        assertThat(left.length()).isLessThanOrEqualTo((before.length() + 3) * 4 / 3 + 6);
    }

    @Test
    void inBase64OfUrls() {
        Secrets odd = secrets(Map.of("odd", "ÿÿ>>??ÿÿ"));
        byte[] bytes = "ÿÿ>>??ÿÿ".getBytes(StandardCharsets.UTF_8);
        assertThat(Base64.getUrlEncoder().encodeToString(bytes)).contains("_");
        assertThat(odd.concealed(Base64.getUrlEncoder().encodeToString(bytes))).startsWith("***");
    }

    @Test
    void asBasicAuthenticationSendsIt() {
        Secrets login = secrets(Map.of("username", "milou", "password", "bone"));
        String sent = Base64.getEncoder().encodeToString("milou:bone".getBytes(StandardCharsets.UTF_8));
        assertThat(login.concealed("Basic " + sent)).isEqualTo("Basic ***");
    }

    @Test
    void inNamesOfFields() {
        assertThat(secrets.concealed(Json.read("{\"a\":[{\"x " + TOKEN + "\":1}]}"))).hasToString("{\"a\":[{\"x ***\":1}]}");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            was answered: no s3cr3t-TOK…                     | was answered: no ***…
            was answered: no s3cr3t-TOKEN-value…             | was answered: no ***…
            string ("s3cr3t...) and number                   | string ("***...) and number
            s3cr…                                            | ***…
            s3c…                                             | s3c…
            code 4: …KEN-value, and s3cr3t-TOKEN-v…          | code 4: …***, and ***…
            a… b… c...                                       | a… b… c...
            -----BEGIN KEY----- AAAA+BBB/CC= DD…             | ***…
            …CC= DDDD -----END KEY-----                      | …***
            """)
    void inPartWhereAMessageLeavesSomethingOut(String message, String concealed) {
        assertThat(secrets.concealedMessage(message)).isEqualTo(concealed);
    }

    @Test
    void whatIsTooShortIsNotLookedFor() {
        Secrets blank = secrets(Map.of("a", "\n \n \n", "b", "abc"));
        assertThat(blank.concealed("abc  d")).isEqualTo("abc  d");
        assertThat(blank.concealedMessage(null)).isNull();
    }
}

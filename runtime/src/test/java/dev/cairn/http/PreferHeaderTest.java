package dev.cairn.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import java.time.Duration;
import java.util.List;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class PreferHeaderTest {

    private static final Duration USUAL = Duration.ofSeconds(30);
    private static final Duration LONGEST = Duration.ofSeconds(300);

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
            "''                                 | 30",
            "respond-async                      | 0",
            "Respond-Async                      | 0",
            "wait=10                            | 10",
            "wait = 10                          | 10",
            "wait=\"10\"                        | 10",
            "respond-async, wait=10             | 10",
            "wait=10, respond-async             | 10",
            "return=minimal; foo=\"a,b\", wait=7 | 7",
            "wait=7, wait=9                     | 7",
            "wait=301                           | 300",
            "wait=0                             | 0",
            "wait=-1                            | 30",
            "wait=ten                           | 30",
            "wait                               | 30",
            "wait=99999999999999999999          | 30",
            "x=\"respond-async\"                | 30",
            ",, ,                               | 30",
            "\"                                 | 30",
            "wait=\"10                         | 30",
            "wait=\"1;0\"                      | 30",
            "wait=10;a=\"x, respond-async\"    | 10",
            "a=\"\\\", wait=5, \", wait=7        | 7",
            "a=\"\\                            | 30",
            "respond-async=\"\"; a=b            | 0",
            "respond-asynchronously            | 30",
    })
    void saysHowLongToWait(String field, long seconds) {
        assertThat(PreferHeader.of(List.of(field)).waitTime(USUAL, LONGEST)).isEqualTo(Duration.ofSeconds(seconds));
    }

    @ParameterizedTest
    @ValueSource(strings = { "a", " ", "\"", "\\", ",", ";", "=", "a ", "a\"" })
    void readsLongFieldsInOnePass(String part) {
        String field = "a" + part.repeat(200_000 / part.length()) + "x\"";
        PreferHeader prefer = assertTimeoutPreemptively(Duration.ofSeconds(5), () -> PreferHeader.of(List.of(field)));
        assertThat(prefer).isEqualTo(new PreferHeader(false, null));
    }

    @Test
    void readsSeveralFields() {
        assertThat(PreferHeader.of(List.of("respond-async", "wait=5")))
                .isEqualTo(new PreferHeader(true, Duration.ofSeconds(5)));
    }

    @ParameterizedTest
    @CsvSource(nullValues = "-", delimiter = '|', value = {
            "''                     | true  | -",
            "respond-async          | true  | respond-async",
            "respond-async, wait=10 | true  | respond-async, wait=10",
            "respond-async, wait=10 | false | wait=10",
            "wait=10                | true  | wait=10",
            "wait=10                | false | wait=10",
            "wait=301               | true  | -",
    })
    void saysWhatWasApplied(String field, boolean answeredAsync, String applied) {
        assertThat(PreferHeader.of(List.of(field)).applied(answeredAsync, LONGEST).orElse(null)).isEqualTo(applied);
    }
}

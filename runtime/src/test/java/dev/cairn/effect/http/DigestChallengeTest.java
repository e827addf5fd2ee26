package dev.cairn.effect.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Answers to the challenges that RFC 7616 gives as examples, and to those of less careful servers. */
class DigestChallengeTest {

    private static final String CNONCE = "f2/wE4q74E6zIJEtWaHKaf5wv/H5QzzpXusqGemxURZJ";
    private static final String SESSION_RESPONSE = "e783283f46242139c486a698fec7211d";
    private static final String REST = """
            realm="http-auth@example.org", qop="auth, auth-int", algorithm=%s,\
             nonce="7ypf/xlj9XXwfDPEoM4URrv/xwf94BcCAzFZH4GiTo0v", opaque="FQhe/qaU925kfnzjCev0ciny7QMkPqMAFRtzCUYo5tdS\"""";

    @ParameterizedTest
    @CsvSource({ "MD5, 8ca523f5e9506fed4657c9700eebdbec",
            "SHA-256, 753927fa0e85d155564e2e272a28d1802ca10daf4496794697cf8db5856cb6c1" })
    void answersTheExamplesOfTheStandard(String algorithm, String response) {
        assertThat(answer("Digest " + REST.formatted(algorithm))).isEqualTo("Digest username=\"Mufasa\","
                + " realm=\"http-auth@example.org\", nonce=\"7ypf/xlj9XXwfDPEoM4URrv/xwf94BcCAzFZH4GiTo0v\","
                + " uri=\"/dir/index.html\", response=\"" + response + "\", algorithm=" + algorithm
                + ", opaque=\"FQhe/qaU925kfnzjCev0ciny7QMkPqMAFRtzCUYo5tdS\", qop=auth, nc=00000001, cnonce=\"" + CNONCE
                + "\"");
    }

    @Test
    void prefersTheStrongestOfSeveral() {
        String both = "Basic realm=\"x, y\", Digest " + REST.formatted("MD5") + ", Digest " + REST.formatted("SHA-256");

        assertThat(answer(both)).contains("algorithm=SHA-256");
        assertThat(DigestChallenge.best(List.of("Digest " + REST.formatted("SHA-256"), "Digest " + REST.formatted("MD5")),
                CNONCE).answer("u", "p", "GET", "/")).contains("algorithm=SHA-256");
    }

    @Test
    void countsTheUsesOfANonce() {
        DigestChallenge challenge = DigestChallenge.best(List.of("Digest " + REST.formatted("MD5")), CNONCE);

        challenge.answer("u", "p", "GET", "/");
        assertThat(challenge.answer("u", "p", "GET", "/")).contains("nc=00000002");
    }

    @Test
    void aSessionHasAKeyOfItsOwn() {
        String session = answer("Digest " + REST.formatted("MD5-sess"));

        // MD5(MD5(Mufasa:http-auth@example.org:Circle of Life):nonce:cnonce) in the place of the first hash.
        assertThat(session).contains("algorithm=MD5-sess").contains("response=\"" + SESSION_RESPONSE + "\"");
    }

    @Test
    void oldServersWantNoProtectionOfTheRequest() {
        assertThat(answer("digest realm=testrealm@host.com , nonce=dcd98b7102dd2f0e8b11d0f600bfb0c093"))
                .contains("response=\"").doesNotContain("qop").doesNotContain("nc=").doesNotContain("algorithm");
    }

    @Test
    void namesBeyondAsciiAreEncoded() {
        DigestChallenge plain = DigestChallenge.best(List.of("Digest " + REST.formatted("SHA-256") + ", charset=UTF-8"),
                CNONCE);
        DigestChallenge hashed = DigestChallenge.best(
                List.of("Digest " + REST.formatted("SHA-256") + ", charset=UTF-8, userhash=true"), CNONCE);

        assertThat(plain.answer("Jäsøn Doe", "p", "GET", "/")).contains("username*=UTF-8''J%C3%A4s%C3%B8n%20Doe,");
        assertThat(hashed.answer("Jäsøn Doe", "p", "GET", "/")).contains("userhash=true").doesNotContain("username*");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            Basic realm="Digest"
            Digest realm="a"
            Digest nonce="a"
            Digest realm="a", nonce="b", algorithm=SHA-3
            Digest realm="a", nonce="b", qop="auth-int"
            Digest realm="a, nonce="b
            Negotiate YII=
            =,,= Digest
            """)
    void knowsWhatItCannotAnswer(String challenge) {
        assertThat(DigestChallenge.best(List.of(challenge), CNONCE)).isNull();
    }

    private static String answer(String challenge) {
        return DigestChallenge.best(List.of(challenge), CNONCE).answer("Mufasa", "Circle of Life", "GET", "/dir/index.html");
    }
}

package dev.cairn.value.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class HostNameDecoderTest {

    @ParameterizedTest
    @CsvSource({ "example.com, example.com", "ex%61mple.com, example.com", "a+b.test, a+b.test", "a%2Bb.test, a+b.test",
            "b\u00fccher.test, xn--bcher-kva.test", "b%C3%BCcher.test, xn--bcher-kva.test", "127%2e0.0.1, 127.0.0.1",
            "under_score, under_score" })
    void aDecodedNameStaysAsItIs(String host, String ascii) {
        assertThat(HostNameDecoder.ascii(host)).isEqualTo(ascii);
        assertThat(HostNameDecoder.ascii(ascii)).isEqualTo(ascii);
    }

    /** The second decoding of a reader would give another host: "%2561" is "%61", and that is "a". The last one has a wide percent sign. */
    @ParameterizedTest
    @ValueSource(strings = { "ex%2561mple.com", "127%252e0.0.1", "%25", "%zz", "%", "\uff0561.test" })
    void aNameThatCouldBeDecodedAgainIsRefused(String host) {
        assertThatThrownBy(() -> HostNameDecoder.ascii(host)).isInstanceOf(IllegalArgumentException.class);
    }
}

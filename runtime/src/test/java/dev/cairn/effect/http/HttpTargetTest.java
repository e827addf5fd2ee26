package dev.cairn.effect.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import com.fasterxml.jackson.databind.node.MissingNode;

class HttpTargetTest {

    private static HttpTarget target(String uri) {
        return HttpTarget.of(uri, MissingNode.getInstance());
    }

    @Test
    void aHostIsDecodedOnce() {
        HttpTarget target = target("http://b%C3%BCcher.test:8080/a");
        assertThat(target.host()).isEqualTo("xn--bcher-kva.test");
        assertThat(target.authority()).isEqualTo("xn--bcher-kva.test:8080");
    }

    /** The policy for calls would decode it once more, and check another host than the one in the header. */
    @ParameterizedTest
    @ValueSource(strings = { "http://ex%2561mple.com/", "http://127%252e0%252e0%252e1/", "http://%25/" })
    void aHostThatIsEncodedTwiceIsRefused(String uri) {
        assertThatThrownBy(() -> target(uri)).isInstanceOf(UnusableUriException.class);
    }
}

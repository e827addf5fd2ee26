package dev.cairn.value.http;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DotSegmentCheckTest {

    @ParameterizedTest
    @ValueSource(strings = { "/..", "/a/../b", "/a/.", "/%2E./b", "/a/..;x=y/b", "/a/..%2Fb", "/a%2f../b", "/a/..%5Cb",
            "/a%5c..",
            "/a/..\\b", "/a\\..\\b", "/a%2F%2e%2E%5cb", "/a/..;x%2Fb" })
    void findsASegmentBetweenSeparatorsOfAnyKind(String path) {
        assertThat(DotSegmentCheck.areIn(path)).isTrue();
    }

    @ParameterizedTest
    @ValueSource(strings = { "/", "/a..b", "/...", "/a%2Fb", "/.well-known/x", "/..a", "/a%2F..b", "/v1.%2F", "/a;..%2Fb" })
    void leavesOtherPathsAlone(String path) {
        assertThat(DotSegmentCheck.areIn(path)).isFalse();
    }
}

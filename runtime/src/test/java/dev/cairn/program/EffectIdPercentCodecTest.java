package dev.cairn.program;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class EffectIdPercentCodecTest {

    @ParameterizedTest
    @ValueSource(strings = { "", "/do/0/pay-1.0_x@y:z#run", "!$&'()*+,;=~0" })
    void whatAUriMayHaveStaysAsItIs(String text) {
        assertThat(EffectIdPercentCodec.encode(text)).isEqualTo(text);
    }

    @ParameterizedTest
    @ValueSource(strings = { "監査", "é", "%C3%A9", "😀", "a b", "\r\n\u0000\u007f", "{\"<>\\^`|[]?", "100%" })
    void anythingElseIsAsciiAndCanBeReadBack(String text) {
        String encoded = EffectIdPercentCodec.encode(text);
        assertThat(encoded).isNotEqualTo(text).matches("([A-Za-z0-9]|%[0-9A-F]{2})*");
        assertThat(EffectIdPercentCodec.decode(encoded)).isEqualTo(text);
    }

    @Test
    void halvesOfSurrogatePairsDiffer() {
        assertThat(EffectIdPercentCodec.encode("\uD83D")).isEqualTo("%ED%A0%BD");
        assertThat(EffectIdPercentCodec.encode("\uD83E")).isEqualTo("%ED%A0%BE");
    }
}

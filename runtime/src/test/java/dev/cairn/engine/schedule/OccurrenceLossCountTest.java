package dev.cairn.engine.schedule;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.NullSource;
import org.junit.jupiter.params.provider.ValueSource;

class OccurrenceLossCountTest {

    @Test
    void theTextOfARowGivesTheNumbers() {
        OccurrenceLossCount count = new OccurrenceLossCount(3, 0, 12_345_678_901L);
        assertThat(count.text()).isEqualTo("skipped=3 missed=0 refused=12345678901");
        assertThat(OccurrenceLossCount.of(count.text())).isEqualTo(count);
        assertThat(OccurrenceLossCount.NONE.text()).isNull();
        assertThat(count.plus(new OccurrenceLossCount(1, 2, 3))).isEqualTo(new OccurrenceLossCount(4, 2, 12_345_678_904L));
    }

    @ParameterizedTest
    @NullSource
    @ValueSource(strings = { "", "skipped=3", "skipped=3 missed=1 refused=x", "skipped=3 missed=1 refused=1 later=1",
            "skipped=3 missed=1 refused=9999999999999999999" })
    void anotherTextCountsAsNone(String text) {
        assertThat(OccurrenceLossCount.of(text)).isEqualTo(OccurrenceLossCount.NONE);
    }
}

package dev.cairn.persistence.jpa;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class JpaSettingsTest {

    @ParameterizedTest
    @ValueSource(strings = { "PT-1S", "PT0S", "PT0.000999S", "PT597H" })
    void aTimeThatTheDatabaseCannotBeToldIsRefused(String timeout) {
        assertThatThrownBy(() -> new JpaSettings(2, Duration.parse(timeout), false))
                .isInstanceOf(IllegalArgumentException.class).hasMessageContaining("CAIRN-0558")
                .hasMessageContaining("timeout=" + Duration.parse(timeout));
    }

    @Test
    void somebodyHasToWrite() {
        assertThatThrownBy(() -> new JpaSettings(0, Duration.ofSeconds(1), false))
                .hasMessageContaining("CAIRN-0558").hasMessageContaining("concurrent-commits=0");
    }
}

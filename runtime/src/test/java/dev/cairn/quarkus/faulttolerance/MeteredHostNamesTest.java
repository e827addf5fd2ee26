package dev.cairn.quarkus.faulttolerance;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** Input can choose hosts, and metrics keep the names of a bounded number of them. */
class MeteredHostNamesTest {

    private final MeteredHostNames names = new MeteredHostNames();

    @Test
    void theFirstHostsHaveTheirOwnNamesAndAllOthersHaveOne() {
        for (int host = 0; host < MeteredHostNames.MAX_NAMES; host++) {
            assertThat(names.of("https://h" + host + ":443")).isEqualTo("https://h" + host + ":443");
        }

        assertThat(names.of("https://late:443")).isEqualTo("other");
        assertThat(names.of("https://later:443")).isEqualTo("other");
        assertThat(names.of("https://h0:443")).as("known before").isEqualTo("https://h0:443");
    }
}

package dev.cairn.compiler.reader;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.Map;

import org.junit.jupiter.api.Test;

import dev.cairn.value.JsonCodec;

class MutantsTest {

    /** A JSON pointer has {@code ~1} for a slash and {@code ~0} for a tilde. */
    @Test
    void keysMayHaveSlashesAndTildes() {
        Map<String, String> mutants = new HashMap<>();
        Mutants.of(JsonCodec.read("{\"text/~plain\": {}}"), (what, mutant) -> mutants.put(what, mutant.toString()));
        assertThat(mutants).containsEntry("/text~1~0plain removed", "{}")
                .containsEntry("/text~1~0plain renamed", "{\"text/~plainx\":{}}")
                .containsEntry("/text~1~0plain := true", "{\"text/~plain\":true}");
    }
}

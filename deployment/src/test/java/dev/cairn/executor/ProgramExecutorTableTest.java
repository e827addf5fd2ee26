package dev.cairn.executor;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

import com.fasterxml.jackson.databind.JsonNode;

/**
 * Tables of (program, journal in, happening) → (effects wanted, end). Each case is run once from its start; then it is resumed from
 * every prefix of its journal, which must want the same and end the same.
 */
class ProgramExecutorTableTest {

    @TestFactory
    Stream<DynamicTest> tables() throws IOException {
        List<DynamicTest> tests = new ArrayList<>();
        for (String table : TableCase.TABLES) {
            for (JsonNode row : TableCase.rows(table)) {
                tests.add(DynamicTest.dynamicTest(table + ": " + row.get("name").textValue(), () -> new TableCase(row).run()));
            }
        }
        assertThat(tests).hasSizeGreaterThan(30);
        return tests.stream();
    }
}

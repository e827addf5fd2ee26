package dev.cairn.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.stream.Stream;

import org.junit.jupiter.api.Test;

import dev.cairn.api.CairnException;
import dev.cairn.compiler.TestPrograms;
import dev.cairn.engine.node.InstalledProgram;
import dev.cairn.engine.node.ProgramRegistry;
import io.smallrye.mutiny.Uni;

class ProgramRegistryTest {

    private static InstalledProgram program(String namespace, String name, String version) {
        return InstalledProgram.of(TestPrograms.program("case.yaml", "document: {dsl: 1.0.3, namespace: " + namespace
                + ", name: " + name + ", version: " + version + "}\ndo:\n  - last: {set: {done: true}}\n"),
                key -> call -> Uni.createFrom().nothing(), call -> Uni.createFrom().nothing());
    }

    private final ProgramRegistry programs = new ProgramRegistry(Stream.of("1.9.0", "1.10.0", "1.10.0-rc.1")
            .map(version -> program("shop", "orders", version)).toList());

    @Test
    void theNewestVersionFollowsTheOrderOfSemanticVersions() {
        assertThat(programs.newest("shop:orders").program().version()).isEqualTo("1.10.0");
        assertThat(programs.newest()).containsExactly(programs.newest("shop:orders"));
        assertThat(programs.find("orders", null)).isSameAs(programs.newest("shop:orders"));
        assertThat(programs.newest("shop:absent")).isNull();
        assertThat(programs.newest("orders")).isNull();
    }

    @Test
    void aNameWithANamespaceStandsForItself() {
        assertThat(programs.qualifiedName("orders")).isEqualTo("shop:orders");
        assertThat(programs.qualifiedName("shop:absent")).isEqualTo("shop:absent");
        assertThatThrownBy(() -> programs.qualifiedName("absent")).isInstanceOf(CairnException.class)
                .hasMessageStartingWith("CAIRN-0401");
        ProgramRegistry twice = new ProgramRegistry(
                List.of(program("shop", "orders", "1.0.0"), program("desk", "orders", "1.0.0")));
        assertThatThrownBy(() -> twice.qualifiedName("orders")).isInstanceOf(CairnException.class)
                .hasMessageStartingWith("CAIRN-0402");
    }
}

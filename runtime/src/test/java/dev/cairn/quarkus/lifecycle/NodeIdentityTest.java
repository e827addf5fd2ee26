package dev.cairn.quarkus.lifecycle;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Optional;

import org.junit.jupiter.api.Test;

import dev.cairn.spi.Node;
import dev.cairn.time.RandomSource;

class NodeIdentityTest {

    @Test
    void aNameIsMadePlain() {
        Node node = NodeIdentity.of(Optional.of("shop~1 (blue)/ü"), RandomSource.system());
        assertThat(node.name()).isEqualTo("shop-1--blue---");
        assertThat(NodeIdentity.plain("x".repeat(500))).hasSize(100);
    }

    @Test
    void eachLifeIsAnother() {
        Optional<String> name = Optional.of("a");
        assertThat(NodeIdentity.of(name, RandomSource.system()).id()).startsWith("a~")
                .isNotEqualTo(NodeIdentity.of(name, RandomSource.system()).id());
    }

    @Test
    void whoHasNoNameOrAnEmptyOneIsNamedByHostAndPort() {
        Node node = NodeIdentity.of(Optional.empty(), RandomSource.system());
        assertThat(node.name()).matches("[0-9A-Za-z._-]+-[0-9]+")
                .isEqualTo(NodeIdentity.of(Optional.of(""), RandomSource.system()).name());
    }
}

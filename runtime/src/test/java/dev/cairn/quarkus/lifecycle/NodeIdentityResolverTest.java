package dev.cairn.quarkus.lifecycle;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Optional;

import org.junit.jupiter.api.Test;

import dev.cairn.spi.Node;
import dev.cairn.time.RandomSource;

class NodeIdentityResolverTest {

    @Test
    void aNameIsMadePlain() {
        Node node = NodeIdentityResolver.of(Optional.of("shop~1 (blue)/ü"), RandomSource.system());
        assertThat(node.name()).isEqualTo("shop-1--blue---");
        assertThat(NodeIdentityResolver.plain("x".repeat(500))).hasSize(100);
    }

    @Test
    void eachLifeIsAnother() {
        Optional<String> name = Optional.of("a");
        assertThat(NodeIdentityResolver.of(name, RandomSource.system()).id()).startsWith("a~")
                .isNotEqualTo(NodeIdentityResolver.of(name, RandomSource.system()).id());
    }

    @Test
    void whoHasNoNameOrAnEmptyOneIsNamedByHostAndPort() {
        Node node = NodeIdentityResolver.of(Optional.empty(), RandomSource.system());
        assertThat(node.name()).matches("[0-9A-Za-z._-]+-[0-9]+")
                .isEqualTo(NodeIdentityResolver.of(Optional.of(""), RandomSource.system()).name());
    }
}

package dev.cairn.time;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.HashSet;
import java.util.Set;

import org.junit.jupiter.api.Test;

class InstanceIdGeneratorTest {

    private long now = 1_700_000_000_000L;
    private final InstanceIdGenerator ids = new InstanceIdGenerator(() -> now, RandomSource.system());

    @Test
    void idsAreUniqueAndOfTheDocumentedForm() {
        Set<String> seen = new HashSet<>();
        for (int i = 0; i < 10_000; i++) {
            String id = ids.next();
            assertThat(id).matches("[0-9A-HJKMNP-TV-Z]{26}");
            assertThat(seen.add(id)).isTrue();
        }
    }

    @Test
    void idsSortByTime() {
        String earlier = ids.next();
        now++;
        assertThat(ids.next()).isGreaterThan(earlier);
    }

    @Test
    void theSameKeyOfTheSameWorkflowIsTheSameId() {
        assertThat(InstanceIdGenerator.ofKey("shop:orders", "k-1")).isEqualTo(InstanceIdGenerator.ofKey("shop:orders", "k-1"))
                .matches("K[0-9A-HJKMNP-TV-Z]{25}")
                .isNotEqualTo(InstanceIdGenerator.ofKey("shop:orders", "k-2"))
                .isNotEqualTo(InstanceIdGenerator.ofKey("shop:quotes", "k-1"));
    }

    @Test
    void aKeyIsNotConfusedWithTheEndOfAName() {
        assertThat(InstanceIdGenerator.ofKey("a:b", "c")).isNotEqualTo(InstanceIdGenerator.ofKey("a:bc", ""));
    }

    @Test
    void theIdOfAChildFollowsFromItsEffectAndTellsItsDepth() {
        String child = InstanceIdGenerator.ofParent("parent:/do/0/run", 1);
        assertThat(child).hasSize(26).startsWith("C01").isEqualTo(InstanceIdGenerator.ofParent("parent:/do/0/run", 1));
        assertThat(InstanceIdGenerator.ofParent("parent:/do/0/run@1", 1)).isNotEqualTo(child);
        for (int depth : new int[] { 1, 31, 32, 1_023 }) {
            assertThat(InstanceIdGenerator.depth(InstanceIdGenerator.ofParent(child, depth))).isEqualTo(depth);
        }
        assertThat(InstanceIdGenerator.depth(InstanceIdGenerator.ofKey("C", "key"))).isZero();
        assertThat(InstanceIdGenerator.depth("C12")).isZero();
        assertThatThrownBy(() -> InstanceIdGenerator.ofParent(child, 1_024)).isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("1023");
    }

    @Test
    void theIdOfAnEventIsOfItsWorkflowAndEndsAsThoseOfOthersThatItStarts() {
        String id = InstanceIdGenerator.ofEvent("test:case", "/payments 1");
        assertThat(id).hasSize(26).startsWith("E").isEqualTo(InstanceIdGenerator.ofEvent("test:case", "/payments 1"))
                .isNotEqualTo(InstanceIdGenerator.ofEvent("test:other", "/payments 1"))
                .endsWith(InstanceIdGenerator.eventHash("/payments 1"));
        assertThat(InstanceIdGenerator.ofEvent("test:case", "/payments 2"))
                .doesNotEndWith(InstanceIdGenerator.eventHash("/payments 1"));
        assertThat(InstanceIdGenerator.isOfEvent(id)).isTrue();
        assertThat(InstanceIdGenerator.isOfEvent(InstanceIdGenerator.ofKey("test:case", "/payments 1"))).isFalse();
        assertThat(InstanceIdGenerator.depth(id)).isZero();
    }
}

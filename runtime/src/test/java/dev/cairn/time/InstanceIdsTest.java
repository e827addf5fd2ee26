package dev.cairn.time;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.HashSet;
import java.util.Set;

import org.junit.jupiter.api.Test;

class InstanceIdsTest {

    private long now = 1_700_000_000_000L;
    private final InstanceIds ids = new InstanceIds(() -> now, RandomSource.system());

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
        assertThat(InstanceIds.ofKey("shop:orders", "k-1")).isEqualTo(InstanceIds.ofKey("shop:orders", "k-1"))
                .matches("K[0-9A-HJKMNP-TV-Z]{25}")
                .isNotEqualTo(InstanceIds.ofKey("shop:orders", "k-2"))
                .isNotEqualTo(InstanceIds.ofKey("shop:quotes", "k-1"));
    }

    @Test
    void aKeyIsNotConfusedWithTheEndOfAName() {
        assertThat(InstanceIds.ofKey("a:b", "c")).isNotEqualTo(InstanceIds.ofKey("a:bc", ""));
    }

    @Test
    void theIdOfAChildFollowsFromItsEffectAndTellsItsDepth() {
        String child = InstanceIds.ofParent("parent:/do/0/run", 1);
        assertThat(child).hasSize(26).startsWith("C01").isEqualTo(InstanceIds.ofParent("parent:/do/0/run", 1));
        assertThat(InstanceIds.ofParent("parent:/do/0/run@1", 1)).isNotEqualTo(child);
        for (int depth : new int[] { 1, 31, 32, 1_023 }) {
            assertThat(InstanceIds.depth(InstanceIds.ofParent(child, depth))).isEqualTo(depth);
        }
        assertThat(InstanceIds.depth(InstanceIds.ofKey("C", "key"))).isZero();
        assertThat(InstanceIds.depth("C12")).isZero();
        assertThatThrownBy(() -> InstanceIds.ofParent(child, 1_024)).isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("1023");
    }
}

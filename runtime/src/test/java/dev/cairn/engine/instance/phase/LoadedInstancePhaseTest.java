package dev.cairn.engine.instance.phase;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** The table of phases. PhaseScenariosTest takes each of its transitions with an engine. */
class LoadedInstancePhaseTest {

    /** The shortest way to each phase from the first one. */
    private static Map<LoadedInstancePhase, List<LoadedInstancePhase>> ways() {
        Map<LoadedInstancePhase, List<LoadedInstancePhase>> ways = new EnumMap<>(LoadedInstancePhase.class);
        Deque<LoadedInstancePhase> open = new ArrayDeque<>();
        LoadedInstancePhase first = new PhaseSwitch("01").current();
        ways.put(first, List.of());
        open.add(first);
        while (!open.isEmpty()) {
            LoadedInstancePhase from = open.poll();
            for (LoadedInstancePhase next : from.successors()) {
                if (!ways.containsKey(next)) {
                    ways.put(next, Stream.concat(ways.get(from).stream(), Stream.of(next)).toList());
                    open.add(next);
                }
            }
        }
        return ways;
    }

    private static PhaseSwitch in(LoadedInstancePhase phase) {
        PhaseSwitch phases = new PhaseSwitch("01");
        ways().get(phase).forEach(phases::to);
        return phases;
    }

    @Test
    void anInstanceCanComeToEachPhase() {
        assertThat(ways()).containsOnlyKeys(LoadedInstancePhase.values());
    }

    @ParameterizedTest
    @EnumSource
    void onlyAnInstanceThatIsGoneStaysSo(LoadedInstancePhase phase) {
        assertThat(phase.successors().isEmpty()).isEqualTo(phase.isGone());
    }

    @ParameterizedTest
    @EnumSource
    void anInstanceCanGoFromEachPhase(LoadedInstancePhase phase) {
        Set<LoadedInstancePhase> gone = EnumSet.of(LoadedInstancePhase.LEFT, LoadedInstancePhase.RELEASED,
                LoadedInstancePhase.PARKED);
        assertThat(phase.isGone() ? gone : phase.successors()).containsAll(gone);
    }

    static Stream<List<LoadedInstancePhase>> pairs() {
        return Stream.of(LoadedInstancePhase.values())
                .flatMap(from -> Stream.of(LoadedInstancePhase.values()).map(next -> List.of(from, next)));
    }

    @ParameterizedTest
    @MethodSource("pairs")
    void aTransitionIsTakenIfItIsDeclaredAndRefusedOtherwise(List<LoadedInstancePhase> pair) {
        LoadedInstancePhase from = pair.get(0);
        LoadedInstancePhase next = pair.get(1);
        PhaseSwitch phases = in(from);
        if (from.successors().contains(next)) {
            phases.to(next);
            assertThat(phases.current()).isEqualTo(next);
        } else {
            assertThatThrownBy(() -> phases.to(next)).isInstanceOf(IllegalStateException.class)
                    .hasMessageStartingWith("CAIRN-0492: ")
                    .hasMessageContaining("[instance=01, from=" + from + ", to=" + next + "]");
            assertThat(phases.current()).isEqualTo(from);
        }
    }
}

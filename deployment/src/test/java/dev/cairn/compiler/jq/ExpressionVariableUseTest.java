package dev.cairn.compiler.jq;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Set;
import java.util.stream.Collectors;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import dev.cairn.jq.link.ExpressionVariableUse;

class ExpressionVariableUseTest {

    @ParameterizedTest
    @ValueSource(strings = {
            ".a ;",
            "$task.startedAt ; task.startedAt",
            "$task.startedAt.x[0] ; task.startedAt",
            "$task[\"startedAt\"] ; task.startedAt",
            "$task.\"startedAt\" ; task.startedAt",
            "($task | .startedAt) ; task.startedAt",
            "($task | .startedAt.x | tostring) ; task.startedAt",
            "($task | .startedAt, .input) ; task.*",
            "($task | length) ; task.*",
            "$task[.k] ; task.*",
            "$task[] ; task.*",
            "$task ; task.*",
            "{$task} ; task.*",
            "(. | $task).startedAt ; task.startedAt",
            "($task | . | .startedAt) ; task.*",
            "(($task | .input) | .startedAt) ; task.input",
            "$a.x + $b.y ; a.x b.y",
            "$a.x + $a.y ; a.x a.y",
            "$a as $x | $x.y ; a.*",
            ". as $a | $a.y ;",
            ". as {($k.z): $v} | $v ; k.z",
            "def f($p): $p + $q.r; f($a.b) ; q.r a.b",
            "reduce $l.items[] as $i ($init; . + $i) ; l.items init.*",
            "foreach .[] as $i ($a; $b; $c) ; a.* b.* c.*",
            "if $a.x then $b.y else $c.z end ; a.x b.y c.z",
            "try $a.x catch $b ; a.x b.*",
            "\"x \\($a.b) \\($c)\" ; a.b c.*",
            ".x[$a.i:$b.j] ; a.i b.j",
            "[$a.x[]], {k: $b.y, ($c): 1} ; a.x b.y c.*",
            "label $out | break $out ;",
            ".x |= $a.b ; a.b",
            "map($a.b) ; a.b"
    })
    void findsWhatIsReadOfVariables(String line) {
        String[] parts = line.split(";(?=[^;]*$)", -1);
        ExpressionVariableUse facts = ExpressionVariableUse.of(JqParser.parse(parts[0]));
        Set<String> expected = Set.of(parts[1].isBlank() ? new String[0] : parts[1].trim().split(" "));
        assertThat(facts.reads().stream().map(read -> read.variable() + "." + (read.key() == null ? "*" : read.key()))
                .collect(Collectors.toSet())).isEqualTo(expected);
        assertThat(facts.variables()).isEqualTo(
                expected.stream().map(read -> read.substring(0, read.indexOf('.'))).collect(Collectors.toSet()));
        assertThat(facts.usesNow()).isFalse();
    }

    @Test
    void knowsWhatMayBeRead() {
        ExpressionVariableUse facts = ExpressionVariableUse.of(JqParser.parse("$task.startedAt, $workflow"));
        assertThat(facts.mayRead("task", "startedAt")).isTrue();
        assertThat(facts.mayRead("task", "input")).isFalse();
        assertThat(facts.mayRead("workflow", "id")).isTrue();
        assertThat(facts.mayRead("context", "id")).isFalse();
    }

    @Test
    void knowsWhetherTheClockIsAskedFor() {
        assertThat(ExpressionVariableUse.of(JqParser.parse("{at: [def f: now; f]}")).usesNow()).isTrue();
        assertThat(ExpressionVariableUse.of(JqParser.parse("def now: 1; now")).usesNow()).isFalse();
    }
}

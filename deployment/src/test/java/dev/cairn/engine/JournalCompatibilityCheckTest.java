package dev.cairn.engine;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

import dev.cairn.engine.operation.JournalCompatibilityResult;
import dev.cairn.engine.operation.JournalCompatibilityResult.Verdict;

/** An instance is checked against a definition that was edited while it ran. */
class JournalCompatibilityCheckTest {

    private static final String FIRST = "do: [{quote: {call: ping}}, {pause: {wait: PT1H}}, {done: {set: {kept: 1}}}]";

    private final EngineFixture fixture = new EngineFixture();
    private final OperationsFixture operations = new OperationsFixture(fixture);

    /** The instance has the answer of its first call, and waits, when the definition is edited. */
    private JournalCompatibilityResult check(String edited) {
        fixture.workflow(FIRST).start();
        String id = fixture.begin("{}").instanceId();
        fixture.answer("/do/0/quote", "{\"total\": 1}");
        fixture.workflow(edited).start();
        return fit(id);
    }

    private JournalCompatibilityResult fit(String id) {
        InstanceInspector inspector = new InstanceInspector(fixture.engine, fixture.session);
        return operations.ask(inspector.fit(id)).assertCompleted().getItem();
    }

    @Test
    void sameDefinitionIsUnchanged() {
        assertThat(check(FIRST).verdict()).isEqualTo(Verdict.UNCHANGED);
    }

    @Test
    void changeOfWhatFollowsFits() {
        JournalCompatibilityResult fit = check(FIRST.replace("kept: 1", "kept: 2, more: 3"));
        assertThat(fit.verdict()).isEqualTo(Verdict.FITS);
        assertThat(fit.reason()).isNull();
    }

    @Test
    void misfitSaysAtWhichTask() {
        JournalCompatibilityResult fit = check("do: [{first: {wait: PT2H}}, {quote: {call: ping}}]");
        assertThat(fit.verdict()).isEqualTo(Verdict.MISFIT);
        assertThat(fit.task()).isEqualTo("/do/0/quote");
        assertThat(fit.entry()).isEqualTo(1);
        assertThat(fit.reason()).contains("/do/0/first");
    }

    /** The effect of the task has the number of the turn behind its reference. */
    @Test
    void misfitInALoopSaysAtWhichTask() {
        String loop = "do: [{each: {for: {in: '${ [1, 2] }'}, do: [{quote: {call: ping}}]}}, {pause: {wait: PT1H}}]";
        fixture.workflow(loop).start();
        String id = fixture.begin("{}").instanceId();
        fixture.answer("/do/0/each/do/0/quote", "1");
        fixture.answer("/do/0/each/do/0/quote", "2");
        fixture.workflow(loop.replace("quote", "price")).start();
        JournalCompatibilityResult fit = fit(id);
        assertThat(fit.verdict()).isEqualTo(Verdict.MISFIT);
        assertThat(fit.task()).isEqualTo("/do/0/each/do/0/quote");
        assertThat(fit.reason()).contains("/do/0/each/do/0/price");
    }

    @Test
    void missingDefinitionIsNamed() {
        fixture.workflow(FIRST).start();
        String id = fixture.beginAlso(FIRST, "{}").instanceId();
        fixture.start();
        JournalCompatibilityResult fit = fit(id);
        assertThat(fit.verdict()).isEqualTo(Verdict.NO_DEFINITION);
        assertThat(fit.reason()).contains("has no workflow test:also:1.0.0");
        assertThat(fit.task()).isNull();
    }
}

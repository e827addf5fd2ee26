package dev.cairn.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.nio.charset.StandardCharsets;

import org.junit.jupiter.api.Test;

import dev.cairn.api.CairnException.Reason;
import dev.cairn.api.InstanceStatus;
import dev.cairn.executor.JournalEvent.Ended;
import dev.cairn.value.JsonCodec;
import dev.cairn.value.JsonPayload;
import dev.cairn.value.ValueDepthLimits;
import io.cloudevents.CloudEvent;
import io.cloudevents.core.builder.CloudEventBuilder;

/** A value that is nested too deep to be written fails a task, and parks no instance. */
class DepthTest {

    private static final String DEEPER = "do: [{w: {set: {b: '${ . }'}}}]";
    private static final String LISTENS = "hear: {listen: {to: {one: {with: {type: t}}}, read: envelope}}";

    private final EngineFixture fixture = new EngineFixture();
    private final OperationsFixture operations = new OperationsFixture(fixture);

    private static String nested(int levels, String inner) {
        return "[".repeat(levels) + inner + "]".repeat(levels);
    }

    private String begin(String workflow, String input) {
        fixture.workflow(workflow).start();
        return fixture.begin(input).instanceId();
    }

    private void assertTooDeep(String id) {
        Ended ended = fixture.outcome(id).assertCompleted().getItem();
        assertThat(ended.status()).isEqualTo(InstanceStatus.FAULTED);
        assertThat(ended.error().type()).endsWith("/expression");
        assertThat(ended.error().detail()).contains("1000 levels");
    }

    @Test
    void anOutputMayBeAsDeepAsAnyValue() {
        String id = begin(DEEPER, nested(999, ""));
        assertThat(fixture.output(id)).startsWith("{\"b\":[[").hasSize(2 * 999 + 6);
        fixture.start();
        assertThat(fixture.output(id)).hasSize(2 * 999 + 6);
    }

    @Test
    void anOutputThatIsTooDeepIsAnErrorOfTheWorkflow() {
        assertTooDeep(begin(DEEPER, nested(1_000, "")));
    }

    @Test
    void soIsOneWhoseDeepPartIsWrittenAlready() {
        assertTooDeep(begin(DEEPER, nested(1_000, '"' + "x".repeat(100_000) + '"')));
    }

    @Test
    void soIsOneThatALoopMadeVeryDeep() {
        assertTooDeep(begin("""
                do:
                  - many: {for: {each: i, in: "[range(0; 30000)]"}, do: [{w: {set: {b: '${ . }'}}}]}
                """, "{}"));
    }

    @Test
    void aFinishedCallIsNotMadeAgainForItsAnswerIsTooDeepLater() {
        String id = begin("do: [{ask: {call: ping}}, {w: {set: {b: '${ . }'}}}]", "{}");
        fixture.answer("/do/0/ask", nested(1_000, ""));
        assertTooDeep(id);
        fixture.start();
        assertTooDeep(id);
        assertThat(fixture.calls).hasSize(1);
    }

    @Test
    void whatIsTooDeepToBeEmittedOrGivenToACallCanBeCaught() {
        for (String task : new String[] { "emit: {event: {with: {source: 'https://a', type: t, data: '${ . }'}}}",
                "call: ask, with: {question: '${ . }'}" }) {
            String id = begin("do: [{t: {try: [{e: {" + task + "}}], catch: {as: err, do: [{s: {set: '${ $err.type }'}}]}}}]",
                    nested(1_000, ""));
            assertThat(fixture.output(id)).endsWith("/expression\"");
        }
        assertThat(fixture.calls).isEmpty();
    }

    @Test
    void whoListensMakesAnEventTooDeep() {
        String id = begin("{do: [{" + LISTENS + "}], output: {as: {b: '${ . }'}}}", "{}");
        operations.ask(new EngineCloudEventBus(fixture.engine).publish(event(nested(999, "")))).assertCompleted();
        assertTooDeep(id);
    }

    @Test
    void anEventThatIsTooDeepIsRefused() {
        String id = begin("do: [{" + LISTENS + "}]", "{}");
        operations.refused(new EngineCloudEventBus(fixture.engine).publish(event(nested(1_000, ""))),
                Reason.INVALID_INPUT, "CAIRN-0453");
        assertThat(operations.status(id)).isEqualTo(InstanceStatus.WAITING);
    }

    @Test
    void whoListensForWhatBecomesOfOthersTakesInAnOutputThatIsAsDeepAsAnyValue() {
        String id = observer("type: io.serverlessworkflow.workflow.completed.v1", "ask: {call: ping}");
        fixture.answer("/do/0/ask", nested(1_000, ""));
        assertTooDeep(id);
        fixture.start();
        assertTooDeep(id);
    }

    @Test
    void whoListensForTasksIsToldWithoutAnOutputThatNobodyCanWrite() {
        assertThat(fixture.output(observerOfLoop(3_000))).contains("\"task\":\"/do/0/many\"").doesNotContain("output");
    }

    @Test
    void whoListensForTasksIsNotToldOfAnEventThatNobodyCanWrite() {
        assertThat(operations.status(observerOfLoop(ValueDepthLimits.MAX_WRITTEN_DEPTH - 1))).isEqualTo(InstanceStatus.WAITING);
    }

    private String observerOfLoop(int turns) {
        String id = observer("type: io.serverlessworkflow.task.completed.v1, data: '${ .task | endswith(\"many\") }'", """
                many: {for: {each: i, in: "[range(0; %d)]"}, do: [{w: {set: {b: '${ . }'}}}]}}, {ask: {call: ping}
                """.formatted(turns).strip());
        assertThat(fixture.pending).containsKey("/do/1/ask");
        return id;
    }

    /** An instance that listens to another one, which runs a task. */
    private String observer(String filter, String task) {
        fixture.workflow("do: [{hear: {listen: {to: {one: {with: {" + filter + "}}}}}}]").alsoWorkflow("""
                document: {dsl: 1.0.3, namespace: test, name: other, version: 1.0.0}
                do: [{%s}]
                """.formatted(task)).start();
        String id = fixture.begin("{}").instanceId();
        operations
                .ask(fixture.engine.start(fixture.engine.programs().find("other", null), JsonPayload.of(JsonCodec.read("{}")),
                        null))
                .assertCompleted();
        return id;
    }

    private CloudEvent event(String data) {
        return CloudEventBuilder.v1().withId("1").withSource(URI.create("/s")).withType("t")
                .withData("application/json", data.getBytes(StandardCharsets.UTF_8)).build();
    }
}

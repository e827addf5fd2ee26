package dev.cairn.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import dev.cairn.api.InstanceStatus;
import dev.cairn.api.TaskRun;
import dev.cairn.value.JsonCodec;
import io.smallrye.mutiny.Uni;

/** The history of an instance leads to the instances that it ran. */
class ChildHistoryTest {

    private final EngineFixture fixture = new EngineFixture();
    private final OperationsFixture operations = new OperationsFixture(fixture);

    @BeforeEach
    void install() {
        fixture.workflow(ChildTest.PARENT).alsoWorkflow(ChildTest.CHILD);
    }

    private List<List<String>> children(String parent) {
        return operations.ask(operations.handle(parent).history(1_000, null)).assertCompleted().getItem().tasks().stream()
                .filter(task -> task.kind().equals("run")).map(TaskRun::children).toList();
    }

    @Test
    void theHistoryOfTheParentNamesTheChild() {
        String parent = fixture.start().begin("{\"n\": 7}").instanceId();
        String child = fixture.calls.get(0).instanceId();
        assertThat(children(parent)).containsExactly(List.of(child));
        fixture.answer("/do/0/ask", "1");
        assertThat(fixture.output(parent)).isEqualTo("{\"got\":1}");
        assertThat(children(parent)).containsExactly(List.of(child));
        assertThat(operations.ask(operations.handle(parent).history(1_000, null)).getItem().tasks())
                .filteredOn(task -> !task.kind().equals("run")).hasSize(2)
                .allSatisfy(task -> assertThat(task.children()).isEmpty());
    }

    @ParameterizedTest
    @ValueSource(strings = { "await: true", "await: false" })
    void theHistoryNamesAChildForEachTurn(String await) {
        fixture.workflow("""
                do:
                  - loop:
                      for: {in: "[1, 2]"}
                      do: [{child: {run: {workflow: {namespace: test, name: child, version: 1.0.0, input: {n: "${ $item }"}}, %s}}}]
                """.formatted(await)).alsoWorkflow(ChildTest.CHILD);
        fixture.functions.put("ask", call -> Uni.createFrom().item(JsonCodec.read("1")));
        String parent = fixture.start().begin("{}").instanceId();
        assertThat(fixture.output(parent)).isNotNull();
        assertThat(children(parent)).hasSize(2).containsExactlyInAnyOrderElementsOf(fixture.store.all().stream()
                .map(stored -> stored.row().id()).filter(id -> !id.equals(parent)).map(List::of).toList());
    }

    @Test
    void theHistoryNamesAChildForEachAttempt() {
        fixture.workflow("""
                do:
                  - careful:
                      try: [{child: {run: {workflow: {namespace: test, name: child, version: 1.0.0}}}}]
                      catch: {retry: {delay: PT1S, limit: {attempt: {count: 1}}}}
                """).alsoWorkflow(ChildTest.CHILD);
        String parent = fixture.start().begin("{}").instanceId();
        fixture.fail("/do/0/ask", new IllegalStateException("down"));
        fixture.advance(1_000);
        fixture.fail("/do/0/ask", new IllegalStateException("down"));
        operations.retry(parent);
        List<List<String>> children = children(parent);
        assertThat(children).hasSize(2);
        assertThat(children.get(0)).hasSize(1);
        assertThat(children.get(1)).as("of a retry, which an operator tried again").hasSize(2);
        assertThat(children.stream().flatMap(List::stream)).doesNotHaveDuplicates().allSatisfy(
                id -> assertThat(operations.status(id)).isNotNull());
        fixture.start();
        assertThat(children(parent)).isEqualTo(children);
    }

    @Test
    void whatAnInstanceWasMadeOfHasItsChildren() {
        String parent = fixture.start().begin("{\"n\": 7}").instanceId();
        fixture.answer("/do/0/ask", "1");
        String behind = operations.fork(parent, "/do/1/last", 2);
        assertThat(fixture.output(behind)).isEqualTo("{\"got\":2}");
        assertThat(children(behind)).isEqualTo(children(parent));
        String again = operations.fork(parent, "/do/0/child", Map.of("n", 3));
        assertThat(children(again)).hasSize(1).isNotEqualTo(children(parent));
        assertThat(operations.status(children(again).get(0).get(0))).isEqualTo(InstanceStatus.RUNNING);
    }

    @Test
    void aTaskWithoutAChildNamesNone() {
        fixture.workflow("""
                do:
                  - child: {run: {workflow: {namespace: test, name: child, version: 1.0.0, input: {n: "${ .n + 1 }"}}}}
                """).alsoWorkflow(ChildTest.CHILD);
        String parent = fixture.start().begin("{\"n\": []}").instanceId();
        assertThat(operations.status(parent)).isEqualTo(InstanceStatus.FAULTED);
        assertThat(children(parent)).containsExactly(List.of());
    }
}

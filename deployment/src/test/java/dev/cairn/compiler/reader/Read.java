package dev.cairn.compiler.reader;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;

import dev.cairn.definition.Definition;
import dev.cairn.definition.Problem;
import dev.cairn.definition.ProblemCollector;
import dev.cairn.definition.Task;

/** One reading of a text, with its result. */
record Read(Optional<Definition> definition, List<Problem> problems) {

    static final String DOCUMENT = """
            document:
              dsl: 1.0.3
              namespace: test
              name: sample
              version: 0.1.0
            """;

    static Read yaml(String text) {
        return file("sample.yaml", text);
    }

    /** The tasks of a workflow, after a good document. */
    static Read tasks(String tasks) {
        return yaml(DOCUMENT + "do:\n" + tasks);
    }

    static Read file(String name, String text) {
        return file(name, text.getBytes(StandardCharsets.UTF_8));
    }

    static Read file(String name, byte[] content) {
        ProblemCollector problems = new ProblemCollector();
        Read read = new Read(DefinitionReader.read(name, content, problems), problems.all());
        assertThat(read.problems).allSatisfy(problem -> assertThat(problem.suggestion()).as("%s", problem).isNotBlank());
        return read;
    }

    /** The only task, if there were no problems. */
    Task task() {
        assertThat(good().tasks()).hasSize(1);
        return good().tasks().get(0);
    }

    Definition good() {
        assertThat(problems).isEmpty();
        return definition.orElseThrow();
    }

    /** {@code code line:column pointer message suggestion} of each problem, without what is absent. */
    List<String> lines() {
        return problems.stream().map(problem -> problem.code() + " " + problem.location().line() + ":"
                + problem.location().column() + " " + problem.location().pointer() + " " + problem.message()
                + (problem.suggestion() == null ? "" : " | " + problem.suggestion())).toList();
    }
}

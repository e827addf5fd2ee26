package dev.cairn.deployment;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.List;

import org.junit.jupiter.api.Test;

import dev.cairn.compiler.reader.DefinitionReader;
import dev.cairn.definition.CallTarget;
import dev.cairn.definition.Definition;
import dev.cairn.definition.ProblemCollector;

/** Integrations find the calls of a definition wherever a task can stand. */
class CallTargetFinderTest {

    private static final String DEFINITION = """
            document: {dsl: "1.0.3", namespace: test, name: sample, version: "1.0.0"}
            use:
              functions:
                reused: {call: http, with: {method: get, endpoint: "http://reused"}}
              extensions:
                - wrap:
                    extend: wait
                    before: [{b: {call: http, with: {method: get, endpoint: "http://before"}}}]
                    after: [{a: {call: http, with: {method: get, endpoint: "http://after"}}}]
            do:
              - top: {call: http, with: {method: get, endpoint: "http://top"}}
              - pause: {wait: PT1S}
              - block: {do: [{x: {call: http, with: {method: get, endpoint: "http://do"}}}]}
              - loop:
                  for: {in: "${ [1] }"}
                  do: [{x: {call: http, with: {method: get, endpoint: "http://for"}}}]
              - both:
                  fork: {branches: [{x: {call: http, with: {method: get, endpoint: "http://fork"}}}]}
              - attempt:
                  try: [{x: {call: http, with: {method: get, endpoint: "http://try"}}}]
                  catch: {do: [{y: {call: http, with: {method: get, endpoint: "http://catch"}}}]}
              - heard:
                  listen: {to: {any: [{with: {type: t}}]}, read: data}
                  foreach: {item: e, do: [{x: {call: http, with: {method: get, endpoint: "http://foreach"}}}]}
              - again: {call: reused}
            """;

    @Test
    void findsCallsAtAnyDepth() {
        ProblemCollector problems = new ProblemCollector();
        Definition definition = DefinitionReader
                .read("sample.yaml", DEFINITION.getBytes(StandardCharsets.UTF_8), problems).orElseThrow();

        List<String> found = CallTargetFinder.in(definition).stream()
                .map(target -> ((CallTarget.Http) target).request().endpoint().value().asText()).toList();

        assertThat(problems.all()).isEmpty();
        assertThat(found).containsExactly("http://top", "http://before", "http://after", "http://do", "http://for",
                "http://fork", "http://try", "http://catch", "http://foreach", "http://reused");
    }
}

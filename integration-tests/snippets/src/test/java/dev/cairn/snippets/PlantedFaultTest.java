package dev.cairn.snippets;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Each kind of block, once wrong and once right. */
@Tag("any-jdk")
class PlantedFaultTest {

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            yaml       |            | - a: {sett: {}}                                | sett
            yaml       |            | - a: {set: {b: '${ .x + }'}}                   | .x +
            yaml       |            | 'document: {metadata: {cairn: {htp: {}}}}'     | htp
            yaml       |            | 'a: ['                                         | sample.adoc:3
            json       |            | '{"document": {}, "doo": []}'                  | doo
            json       |            | '{"a": }'                                      | sample.adoc:3
            java       |            | class A extends Missing {}                     | Missing
            java       |            | class A {} ;; class B { A a = 1; }             | sample.adoc:3
            java       | methods    | String a() { return 1; }                       | sample.adoc:3
            java       | statements | cairn.nothing();                               | nothing
            java       | lines      | int a;                                         | no part of Java is called lines
            properties |            | quarkus.cairn.stop-timeot=1S                   | quarkus.cairn.stop-timeot
            properties |            | quarkus.cairn.stop-timeout=soon                | soon
            properties |            | quarkus.htp.port=1                             | quarkus.htp.port
            shell      |            | ./runn                                         | no such command
            shell      |            | bench/run --quickly                            | no option --quickly
            shell      |            | ./mvnw -pl runtim test                         | no module runtim
            shell      |            | ./mvnw -Pnothing test                          | no profile nothing
            shell      |            | ./mvnw -Dtest=NoTest test                      | no test NoTest
            bash       |            | ./mvnw -Dcairn.nothing=1 test                  | nothing reads cairn.nothing
            shell      |            | wgot http://localhost                          | wgot
            xml        |            | <dependency>                                   | sample.adoc:3
            xml        |            | <d><groupId>dev.cairn</groupId><artifactId>quarkus-carn</artifactId></d> | quarkus-carn
            xml        |            | <d><groupId>io.quarkus</groupId><artifactId>quarkus-nothing</artifactId></d> | quarkus-nothing
            xml        |            | <d><groupId>dev.cairn</groupId><artifactId>quarkus-cairn</artifactId><version/><version/></d> | two of version
            text       |            | anything                                       | the language "text" is not known
            """)
    void isReported(String language, String part, String text, String says) {
        assertThat(Snippets.faults(block(language, part, text))).isNotEmpty().anyMatch(fault -> fault.contains(says));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            yaml       |            | - a: {set: {b: 1}}
            yaml       |            | 'document: {metadata: {cairn: {http: {path: /a}}}}'
            json       |            | '{"id": "…"}'
            java       |            | class A { void a() { … } }
            java       | methods    | String a() { … }
            java       | statements | cairn.instance("a");
            properties |            | quarkus.cairn.stop-timeout=1S
            shell      |            | ./run --port 1
            xml        |            | <d><groupId>dev.cairn</groupId><artifactId>quarkus-cairn</artifactId></d>
            """)
    void isNotReported(String language, String part, String text) {
        assertThat(Snippets.faults(block(language, part, text))).isEmpty();
    }

    @Test
    void excerptsAreReported() {
        List<Block> blocks = AsciiDoc.blocks("sample.adoc", """
                // from integration-tests/demo/src/main/java/dev/cairn/demo/Gone.java
                [source,java]
                ----
                class Gone {}
                ----

                . In a list
                +
                // from integration-tests/demo/src/main/java/dev/cairn/demo/Payments.java
                [source,java]
                ----
                import io.smallrye.mutiny.Multi;

                public Uni<Payment> charge(Order order, CallContext call) {
                ----
                """.lines().toList());
        List<Block> copies = Markdown.blocks("SAMPLE.md", """
                <!-- from integration-tests/demo/src/main/resources/workflows/quotes.yaml -->
                ```yaml
                not: this
                ```
                <!-- from LICENSE -->
                ```yaml
                License
                ```
                """.lines().toList());

        String payments = "integration-tests/demo/src/main/java/dev/cairn/demo/Payments.java";
        assertThat(blocks.stream().flatMap(block -> Snippets.faults(block).stream())).containsExactly(
                "sample.adoc:4: integration-tests/demo/src/main/java/dev/cairn/demo/Gone.java is not there",
                "sample.adoc:12: " + payments + " says something else",
                "sample.adoc:12: " + payments + " has the line \"import dev.cairn.api.CallContext;\", which the copy needs",
                "sample.adoc:12: " + payments + " has the line \"import io.smallrye.mutiny.Uni;\", which the copy needs");
        assertThat(copies.stream().flatMap(block -> Snippets.faults(block).stream())).containsExactly(
                "SAMPLE.md:3: integration-tests/demo/src/main/resources/workflows/quotes.yaml says something else",
                "SAMPLE.md:7: LICENSE is no source of a module");
    }

    @Test
    void blocksAreFoundWithWhatIsSaidOfThem() {
        List<Block> blocks = AsciiDoc.blocks("sample.adoc", """
                Text.

                // not compiled: a drawing
                ....
                a --> b
                ....

                [source,java,part=methods]
                ----
                void a() {}
                ----
                """.lines().toList());
        List<Block> fenced = Markdown.blocks("SAMPLE.md", """
                <!-- not compiled: because -->
                ```
                text
                ```
                """.lines().toList());

        assertThat(blocks).containsExactly(
                new Block("sample.adoc", 5, "", "", "a drawing", null, "a --> b\n"),
                new Block("sample.adoc", 10, "java", "methods", null, null, "void a() {}\n"));
        assertThat(fenced).containsExactly(new Block("SAMPLE.md", 3, "", "", "because", null, "text\n"));
    }

    private static Block block(String language, String part, String text) {
        return new Block("sample.adoc", 3, language, part == null ? "" : part, null, null, text + "\n");
    }
}

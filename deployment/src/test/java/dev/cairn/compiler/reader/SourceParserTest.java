package dev.cairn.compiler.reader;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.Collections;
import java.util.List;
import java.util.Optional;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;

import dev.cairn.definition.Problem;
import dev.cairn.definition.ProblemCollector;
import dev.cairn.definition.SourceLocation;

class SourceParserTest {

    private final ProblemCollector problems = new ProblemCollector();

    private JsonNode yaml(String text) {
        return parse("a.yaml", text).orElseThrow().root();
    }

    private Optional<SourceTree> parse(String file, String text) {
        return SourceParser.parse(file, text.getBytes(StandardCharsets.UTF_8), problems);
    }

    private List<String> codes() {
        return problems.all().stream().map(Problem::code).toList();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            a: 1                                    | {"a":1}
            a: -0                                   | {"a":0}
            a: +7                                   | {"a":7}
            a: 0o17                                 | {"a":15}
            a: 0x1F                                 | {"a":31}
            a: 007                                  | {"a":7}
            a: 9223372036854775808                  | {"a":9223372036854775808}
            a: 123456789012345678901234567890       | {"a":123456789012345678901234567890}
            a: 10.50                                | {"a":10.5}
            a: .5                                   | {"a":0.5}
            a: 1e3                                  | {"a":1000.0}
            a: 0.1.0                                | {"a":"0.1.0"}
            a: 1_000                                | {"a":"1_000"}
            a: 12:30                                | {"a":"12:30"}
            a: 2026-01-01                           | {"a":"2026-01-01"}
            a: [on, off, yes, no, y, n]             | {"a":["on","off","yes","no","y","n"]}
            a: [true, True, TRUE, false]            | {"a":[true,true,true,false]}
            a: [null, Null, ~, ""]                  | {"a":[null,null,null,""]}
            a:                                      | {"a":null}
            on: 1                                   | {"on":1}
            a: '1'                                  | {"a":"1"}
            a: !!str 1                              | {"a":"1"}
            a: !!float 1                            | {"a":1.0}
            true: 1                                 | {"true":1}
            404: gone                               | {"404":"gone"}
            a: [&x {b: 1}, *x]                      | {"a":[{"b":1},{"b":1}]}
            a: ä€                                   | {"a":"ä€"}
            '<<': 1                                 | {"<<":1}
            """)
    void scalarsFollowTheCoreSchemaOfYaml12(String text, String json) throws Exception {
        assertThat(yaml(text)).isEqualTo(new ObjectMapper().readTree(json));
        assertThat(problems.all()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            a.txt  | a: 1                  | CAIRN-0101 | 1 | 1 | `` | A definition is a .yaml, .yml or .json file
            a.yaml | ``                    | CAIRN-0103 | 1 | 1 | `` | The file is empty
            a.json | ``                    | CAIRN-0103 | 1 | 1 | `` | The file is empty
            a.yaml | a: [1                 | CAIRN-0103 | 1 | 6 | `` | Not valid YAML: while parsing a flow sequence
            a.json | {"a": 1,}             | CAIRN-0103 | 1 | 9 | `` | Not valid JSON: Unexpected character
            a.json | {"a": 1} 2            | CAIRN-0103 | 1 | 10 | `` | Something follows the end
            a.json | {"a": NaN}            | CAIRN-0103 | 1 | 10 | `` | Not valid JSON: Non-standard token
            a.yaml | {a: 1, b: 2, a: 3}    | CAIRN-0105 | 1 | 14 | /a | The key "a" is there twice
            a.json | {"a": 1, "a": {"b":2}}| CAIRN-0105 | 1 | 10 | /a | The key "a" is there twice
            a.yaml | a: !!binary eHg=      | CAIRN-0106 | 1 | 4 | /a | The tag !!binary does not fit
            a.yaml | a: !foo x             | CAIRN-0106 | 1 | 4 | /a | The tag !foo does not fit
            a.yaml | a: !!int x            | CAIRN-0106 | 1 | 4 | /a | The tag !!int does not fit
            a.yaml | a: !!set {x, y}       | CAIRN-0106 | 1 | 4 | /a | The tag !!set does not fit
            a.yaml | a: .nan               | CAIRN-0106 | 1 | 4 | /a | JSON has no number .nan
            a.yaml | a: -.inf              | CAIRN-0106 | 1 | 4 | /a | JSON has no number -.inf
            a.yaml | {? [1, 2] : x}        | CAIRN-0106 | 1 | 4 | `` | A key is a string
            a.yaml | a: {<<: {b: 1}}       | CAIRN-0106 | 1 | 5 | /a/<< | The merge key << is not part of YAML 1.2
            a.yaml | a: &x [*x]            | CAIRN-0106 | 1 | 4 | /a/0 | An alias stands inside the value
            a.yaml | a: 0.12345678901234567890 | CAIRN-0107 | 1 | 4 | /a | The number 0.12345678901234567890 cannot be held
            a.json | {"a": 1e400}          | CAIRN-0107 | 1 | 7 | /a | The number 1e400 cannot be held exactly
            a.yaml | a: 1e-999999999999    | CAIRN-0107 | 1 | 4 | /a | The number 1e-999999999999 cannot be held exactly
            """)
    void badTextIsAProblemWithItsPlace(String file, String text, String code, int line, int column, String pointer,
            String message) {
        parse(file, text);

        assertThat(problems.all()).hasSize(1);
        Problem problem = problems.all().get(0);
        assertThat(problem.code()).isEqualTo(code);
        assertThat(problem.location()).isEqualTo(new SourceLocation(file, line, column, pointer));
        assertThat(problem.message()).startsWith(message);
    }

    @Test
    void aSecondDocumentIsAProblemAtItsPlace() {
        parse("a.yaml", "a: 1\n---\nb: 2\n");

        assertThat(codes()).containsExactly(ReaderErrorCodes.NOT_JSON);
        assertThat(problems.all().get(0).location().line()).isEqualTo(3);
    }

    @Test
    void everyValueHasItsPlace() {
        SourceTree tree = parse("a.yaml", "a:\n  b:\n    - c: 1\n      d: [x, y]\n  e/f: {g~h: 2}\n").orElseThrow();

        assertThat(tree.at("")).isEqualTo(new SourceLocation("a.yaml", 1, 1, ""));
        assertThat(tree.at("/a")).isEqualTo(new SourceLocation("a.yaml", 1, 1, "/a"));
        assertThat(tree.at("/a/b")).isEqualTo(new SourceLocation("a.yaml", 2, 3, "/a/b"));
        assertThat(tree.at("/a/b/0")).isEqualTo(new SourceLocation("a.yaml", 3, 7, "/a/b/0"));
        assertThat(tree.at("/a/b/0/c")).isEqualTo(new SourceLocation("a.yaml", 3, 10, "/a/b/0/c"));
        assertThat(tree.atKey("/a/b/0/c")).isEqualTo(new SourceLocation("a.yaml", 3, 7, "/a/b/0/c"));
        assertThat(tree.at("/a/b/0/d")).isEqualTo(new SourceLocation("a.yaml", 4, 7, "/a/b/0/d"));
        assertThat(tree.at("/a/b/0/d/1")).isEqualTo(new SourceLocation("a.yaml", 4, 14, "/a/b/0/d/1"));
        assertThat(tree.at("/a/e~1f/g~0h")).isEqualTo(new SourceLocation("a.yaml", 5, 14, "/a/e~1f/g~0h"));
        assertThat(tree.at("/a/b/0/z/9")).as("the nearest known ancestor")
                .isEqualTo(new SourceLocation("a.yaml", 3, 7, "/a/b/0/z/9"));
    }

    @Test
    void placesInJsonAreThoseOfItsText() {
        SourceTree tree = parse("a.json", "{\n  \"a\": {\n    \"ä\": [1, true]\n  }\n}").orElseThrow();

        assertThat(tree.at("/a")).isEqualTo(new SourceLocation("a.json", 2, 3, "/a"));
        assertThat(tree.at("/a/ä")).isEqualTo(new SourceLocation("a.json", 3, 5, "/a/ä"));
        assertThat(tree.at("/a/ä/1")).isEqualTo(new SourceLocation("a.json", 3, 14, "/a/ä/1"));
    }

    @Test
    void aByteOrderMarkIsNoPartOfTheText() {
        assertThat(yaml("\uFEFFa: 1").get("a").intValue()).isEqualTo(1);
        assertThat(parse("a.json", "\uFEFF{\"a\": 1}").orElseThrow().root().get("a").intValue()).isEqualTo(1);
    }

    @Test
    void otherEncodingsAreRefused() {
        assertThat(SourceParser.parse("a.yaml", "a: ä".getBytes(StandardCharsets.ISO_8859_1), problems)).isEmpty();
        assertThat(SourceParser.parse("a.yaml", "a: 1".getBytes(StandardCharsets.UTF_16), problems)).isEmpty();

        assertThat(codes()).containsOnly(ReaderErrorCodes.ENCODING).hasSize(1);
    }

    @Test
    void controlCharactersAreRefusedAtTheirPlace() {
        parse("a.yaml", "a: 1\nb: x\u0001y\n");

        assertThat(codes()).containsExactly(ReaderErrorCodes.SYNTAX);
        assertThat(problems.all().get(0).location().line()).isEqualTo(2);
        assertThat(problems.all().get(0).message()).contains("U+0001");
    }

    @Test
    void aliasesThatExplodeAreStopped() {
        StringBuilder laughs = new StringBuilder("a0: &a0 [" + String.join(", ", Collections.nCopies(10, "lol")) + "]\n");
        for (int i = 1; i < 10; i++) {
            String tenOfTheLast = String.join(", ", Collections.nCopies(10, "*a" + (i - 1)));
            laughs.append("a" + i + ": &a" + i + " [" + tenOfTheLast + "]\n");
        }

        assertThat(parse("a.yaml", laughs.toString())).isEmpty();

        assertThat(codes()).containsExactly(ReaderErrorCodes.TOO_LARGE);
        assertThat(problems.all().get(0).message()).contains("500000 values");
    }

    @Test
    void depthIsLimitedInBothSyntaxes() {
        String deep = "[".repeat(SourceParser.MAX_DEPTH + 2) + "]".repeat(SourceParser.MAX_DEPTH + 2);

        assertThat(parse("a.yaml", deep)).isEmpty();
        assertThat(parse("a.json", deep)).isEmpty();

        assertThat(codes()).containsExactly(ReaderErrorCodes.TOO_LARGE, ReaderErrorCodes.TOO_LARGE);
    }

    @Test
    void sizeIsLimited() {
        assertThat(parse("a.yaml", "#".repeat(SourceParser.MAX_CHARACTERS + 1))).isEmpty();

        assertThat(codes()).containsExactly(ReaderErrorCodes.TOO_LARGE);
    }

    @Test
    void everyDuplicateIsReportedAndReadingGoesOn() {
        JsonNode tree = yaml("a: 1\na: 2\nb: {c: 1, c: 2}\na: 3\nd: 4\n");

        assertThat(problems.all()).extracting(problem -> problem.location().line()).containsExactly(2, 3, 4);
        assertThat(tree.get("a").intValue()).isEqualTo(1);
        assertThat(tree.get("d").intValue()).isEqualTo(4);
    }
}

package dev.cairn.compiler.jq;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.util.List;
import java.util.Map;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import dev.cairn.jq.builtin.BuiltinFunctions;
import dev.cairn.jq.tree.BindingPattern;
import dev.cairn.jq.tree.Expression;

class JqParserTest {

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', value = {
            "` `|1|2|Unexpected the end of the expression; expected a term",
            ".a.|1|3|Unexpected '.'; expected the end of the expression",
            ".a b|1|4|Unexpected 'b'; expected the end of the expression",
            "(1|1|3|Unexpected the end of the expression; expected ')'",
            "[1, 2|1|6|expected ']'",
            "{a 1}|1|4|Unexpected '1'; expected '}'",
            "{1: 2}|1|2|expected a key; other expressions need parentheses",
            "{(1): 2}|1|2|The key of an object must be a string",
            "if . then 1|1|12|expected 'end'",
            "if . 1 end|1|6|expected 'then'",
            "1 == 1 == 1|1|8|need parentheses",
            ".a = 1 = 2|1|8|need parentheses",
            "\"abc|1|2|A string is not closed",
            "\"a\\qb\"|1|3|Invalid escape in a string",
            "\"a\\u12g4\"|1|3|\\u needs four hexadecimal digits",
            "\"a\\(1\"|1|7|A string is not closed",
            "\"a\\(1|1|6|An interpolation is not closed",
            "1 & 2|1|3|Unexpected character '&'",
            ". as x|1|6|expected a variable, '[' or '{'",
            ". as []|1|7|expected a variable, '[' or '{'",
            "reduce .[] as $x (0)|1|20|Unexpected ')'; expected ';'",
            "def f: 1|1|9|expected ';'",
            "def 1: 1; 1|1|5|expected the name of a function",
            "break $out|1|1|There is no label $out around this break",
            "label out |1|7|expected the name of a label",
            "@nope|1|1|There is no format @nope",
            "and 1|1|1|Unexpected 'and'; expected a term",
            "lenght|1|1|There is no function lenght/0; did you mean length/0?",
            "startswith|1|1|There is no function startswith/0; there is startswith/1",
            "tostirng(1)|1|1|did you mean tostring/0?",
            "frobnicate(1; 2)|1|1|There is no function frobnicate/2",
            "def total(x): x; totl(1)|1|18|did you mean total/1?",
            "def f(x): x; f|1|14|There is no function f/0; there is f/1",
            "1 + input|1|5|input: Reading further inputs is not supported",
            "$ENV.HOME|1|1|Reading the environment is not supported",
            "env|1|1|env: Reading the environment is not supported",
            "halt|1|1|halt: Halting is not supported",
            "halt|1|1|halt: Halting is not supported",
            "import \"a\" as a; 1|1|1|Modules are not supported",
            "a::f|1|1|Modules are not supported",
            "\"\\ud83d\"|1|2|half of a surrogate pair", "\"\\ud83d\\u0041\"|1|2|half of a surrogate pair"
    })
    void saysWhatIsWrongAndWhere(String text, int line, int column, String message) {
        JqSyntaxException e = catchThrowableOfType(JqSyntaxException.class, () -> JqParser.parse(text));
        assertThat(e).as(text).isNotNull();
        assertThat(e).hasMessageContaining(message);
        assertThat(List.of(e.line(), e.column(), e.offset())).containsExactly(line, column, column - 1);
    }

    @Test
    void countsLines() {
        JqSyntaxException e = catchThrowableOfType(JqSyntaxException.class,
                () -> JqParser.parse(".a\n  | # comment )\n  nope"));
        assertThat(List.of(e.line(), e.column(), e.offset())).containsExactly(3, 3, 21);
    }

    @Test
    void refusesNumbersThatAreTooLong() {
        assertThatThrownBy(() -> JqParser.parse(". + " + "1".repeat(1_001))).isInstanceOf(JqSyntaxException.class)
                .hasMessageContaining("digits");
    }

    @Test
    void refusesWhatIsNestedTooDeep() {
        for (String text : List.of("(".repeat(10_000), "[".repeat(10_000), "{a:".repeat(10_000), "-".repeat(10_000),
                "\"\\(".repeat(10_000) + 1 + ")\"".repeat(10_000), "if ".repeat(10_000), "try ".repeat(10_000),
                ". as " + "[".repeat(10_000), "def f: ".repeat(10_000), "1 as $x | ".repeat(10_000), "1 // ".repeat(10_000),
                "if 1 then 1 " + "elif 1 then 1 ".repeat(10_000), "1 | ".repeat(10_000) + 1,
                "1 + ".repeat(10_000) + 1, ".a".repeat(10_000))) {
            JqSyntaxException e = catchThrowableOfType(JqSyntaxException.class, () -> JqParser.parse(text));
            assertThat(e).as(text.substring(0, 20)).isNotNull().hasMessageContaining("levels deep");
        }
    }

    @Test
    void letsListsBeLong() {
        Expression list = JqParser.parse("[" + "., ".repeat(9_999) + ".]");
        assertThat(Evaluation.one(list, Evaluation.read("1"), Map.of())).hasSize(10_000);
        assertThat(JqParser.parse("[" + "[1], ".repeat(999) + "{a: 2, \"b\": [null, {}]}]"))
                .isInstanceOf(Expression.Literal.class);
    }

    @Test
    void resolvesNamesThatAreBound() {
        assertThat(JqParser.parse("$a")).isEqualTo(new Expression.Variable("a"));
        assertThat(JqParser.parse("1 as $a | 2 as $b | $a"))
                .isEqualTo(bind("1", "a", bind("2", "b", new Expression.Local(1))));
        assertThat(JqParser.parse("(1 as $a | $a) | $a")).isEqualTo(
                new Expression.Pipe(bind("1", "a", new Expression.Local(0)), new Expression.Variable("a")));
    }

    @Test
    void givesEachFunctionACall() {
        for (String signature : JqParser.functions()) {
            String name = signature.substring(0, signature.lastIndexOf('/'));
            int arguments = Integer.parseInt(signature.substring(signature.lastIndexOf('/') + 1));
            String text = arguments == 0 ? name
                    : name + "(" + "., ".repeat(arguments).replace(", ", ";").replaceAll(";$", "") + ")";
            Expression parsed = JqParser.parse(text);
            assertThat(parsed).as(text).isInstanceOf(Expression.Builtin.class);
            assertThat(((Expression.Builtin) parsed).arguments()).hasSize(arguments);
        }
        assertThat(JqParser.functions()).contains("map/1", "length/0", "@csv/0", "range/3")
                .isEqualTo(BuiltinFunctions.signatures());
    }

    private static Expression bind(String number, String name, Expression body) {
        return new Expression.Bind(JqParser.parse(number), List.of(new BindingPattern.Single(name)), body);
    }
}

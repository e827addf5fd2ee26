package dev.cairn.compiler.jq;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.NullNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;

import dev.cairn.jq.builtin.BuiltinFunctions;
import dev.cairn.jq.link.ExpressionLinker;

/** Each operation that traverses a large value, or copies it, charges for that. */
@Tag("properties")
class ChargesTest {

    /** Elements, fields and characters. */
    private static final int SIZE = 1 << 16;
    /** Characters are examined for one unit in groups of this size. */
    private static final int MAX_PER_UNIT = 64;

    private static final Map<String, JsonNode> VARIABLES = variables();

    /** Functions that take the same time for every argument: of numbers, and those that read no parts. */
    private static final Set<String> CONSTANT = Set.copyOf(words("""
            abs acos acosh asin asinh atan atan2 atanh cbrt ceil copysign cos cosh drem erf erfc exp exp10 exp2 expm1 fabs fdim floor \
            fma fmax fmin fmod frexp gamma hypot infinite isfinite isinfinite isnan isnormal j0 j1 jn ldexp lgamma lgamma_r log log10 log1p log2 \
            logb modf nan nearbyint nextafter nexttoward pow pow10 remainder rint round scalb scalbln significand sin sinh sqrt tan tanh tgamma \
            trunc y0 y1 yn \
            ascii gmtime localtime fromrfc3339 torfc3339 date todate todateiso8601 now \
            arrays booleans finites iterables normals nulls numbers objects scalars strings values \
            debug empty error first/0 last/0 nth/1 have_decnum have_literal_numbers in has not stderr toarray type \
            builtins"""));

    /** At least one of each other function, and of operators, with {@code $a} of numbers, {@code $n} of nulls, {@code $o}, {@code $t}. */
    private static final String PROGRAMS = """
                $a | add
                add($a, [])
                add($a[])
                add($t, "")
                add($o, {a: 1})
                $a | all
                $n | any
                $a | any(. == -1)
                $a | all(. > -1)
                any($a[]; . == -1)
                all($a[]; . > -1)
                $t | ascii_downcase
                $t | ascii_upcase
                [$a, $a] | bsearch($a)
                $t | capture("^(?<x>.*)$")
                $t | capture("^(?<x>.*)$"; "g")
                [$a, [1]] | combinations
                [[], $a[]] | combinations
                $a | combinations(1)
                $a | contains(["x"])
                $a | contains([-1])
                $o | contains({k: 1} + $o)
                $t | contains("y")
                ["y"] | inside([$t])
                $a | del(.[0])
                $o | del(.k1)
                $a | delpaths([[0]])
                [0] | delpaths([$n[] | []])
                [1] | try delpaths([[$a], [$a]]) catch null
                $t | endswith($t)
                $t | startswith($t)
                $t | explode
                $a | flatten
                $a | flatten(1)
                $json | fromjson
                try ($digits | fromjson) catch null
                $t | format("text")
                [$a[] | {key: "a", value: 1}] | from_entries
                $o | with_entries(.)
                $t | try fromdate catch null
                $t | try fromdateiso8601 catch null
                $a | try mktime catch null
                $a | try strftime("%Y") catch null
                $a | try strflocaltime("%Y") catch null
                0 | strftime($t)
                0 | strflocaltime($t)
                $t | try strptime("%Y") catch null
                "x" | try strptime($t) catch null
                null | dateadd($t; $a) | dateadd(0; $a)
                [0] | datesub(0; $a)
                [$a[] | tostream] | fromstream(.[])
                $a | getpath([{start: 0, end: null}])
                $t | getpath([{start: 0, end: null}])
                $a | path(getpath([{start: 0, end: null}]))
                $a | .[{start: 0, end: null}]
                $a | .[0:]
                $a | .[0:]?
                $t | .[0:1]
                $a | .[0:] = [1]
                $a | .[0] = 1
                $a | .[0] |= 1
                $a | .[0] += 1
                $o | .k1 = 1
                $o | .k1 |= 1
                $o | .k1 += 1
                $o | . + {a: 1}
                $a | setpath([0]; 1)
                $o | setpath(["k1"]; 1)
                $a | pick(.[65535])
                $a | group_by(.)
                $a | sort
                $a | sort_by(.)
                $a | unique
                $a | unique_by(.)
                $a | min
                $a | max
                $a | min_by(.)
                $a | max_by(.)
                [$a, $a] | sort
                [$a, $a] | max
                [$a, $a] | min_by(.)
                [$o, $o] | sort
                [$t, $t] | sort
                $codes | implode
                $codes | try (. + ["x"] | implode) catch null
                $a | index(-1)
                $a | rindex(-1)
                $a | indices(-1)
                $a | indices([-1])
                $a | .[[-1]]
                $t | index("y")
                $t | rindex("y")
                $t | indices("y")
                $t | _strindices("y")
                $a | IN($a)
                IN($a[]; -1)
                IN($a; $a)
                INDEX($a[]; "a")
                $a | INDEX("a")
                $a | [JOIN({}; "a")]
                JOIN({}; $a[]; "a")
                JOIN({}; $a[]; "a"; .)
                isempty($a[] | empty)
                $n | join("")
                [$t] | join("")
                [$t, []] | try join("") catch null
                $a | keys
                $o | keys
                $o | keys_unsorted
                $o | to_entries
                $a | to_entries
                first($a[] | select(. == 65535))
                last($a[])
                nth(65535; $a[])
                limit(65536; $a[])
                skip(65535; $a[])
                $a | leaf_paths
                $a | paths
                $a | paths(type == "number")
                $a | path(.[0:])
                $a | path(..)
                $t | length
                $t | utf8bytelength
                $t | ltrimstr("x")
                $t | rtrimstr("x")
                $t | trimstr("x")
                $spaces | trim
                $spaces | ltrim
                $spaces | rtrim
                $a | map(.)
                $a | map_values(.)
                $t | [match("^.*$")]
                $t | match("$")
                $t | [match("x"; "g")] | length
                $t | test("$")
                $t | test("y"; null)
                $t | test("(?!)")
                "x" | test("y"; $flags)
                "x" | test(["y", $flags])
                "x" | match($groups; null)
                "x" | scan($groups)
                "x" | capture($groups)
                "x" | sub($groups; "")
                $t | [scan("x+")]
                $t | scan("y"; null)
                $t | splits("y")
                $t | splits("y"; null)
                $t | split("y")
                $t | split("y"; null)
                $t | . / "y"
                $t | sub("y"; "")
                $t | sub("y"; ""; "")
                $t | gsub("y"; "")
                $t | gsub("y"; ""; "")
                range(65536)
                range(0; 65536)
                range(0; 65536; 1)
                first(repeat(range(65536)) | select(. == 65535))
                $a | recurse
                $a | recurse(.[]?)
                $a | recurse(.[]?; true)
                0 | last(recurse(if . < 65536 then . + 1 else empty end))
                $a | ..
                $a | .[]
                $a | reverse
                $t | reverse
                $a[] | select(false)
                $a | tojson
                $t | tojson
                $a | tostring
                $t | try tonumber catch null
                $t | try toboolean catch null
                $a | tostream
                1 | truncate_stream([[0, 1], $a[]])
                0 | truncate_stream([$a])
                $a | map([.]) | transpose
                [$a] | transpose
                0 | until(. == 65536; . + 1)
                [0 | while(. < 65536; . + 1)]
                $a | walk(.)
                $o | walk(.)
                $t | @base64
                $t | @base64d
                $t | @base32
                $t | try @base32d catch null
                $a | @csv
                [$t] | @csv
                [$t, []] | try @csv catch null
                $a | @tsv
                [$t, []] | try @tsv catch null
                $a | @sh
                [$t, []] | try @sh catch null
                $t | @sh
                $t | @html
                $a | @json
                $t | @json
                $a | @text
                $t | @text
                $t | @uri
                $t | @urid
                $t | try @base32d "\\(.)" catch null
                $t | try @base64d "=\\(.)" catch null
                $t | try @urid "\\(. + "%")" catch null
                "\\($t)"
                "\\($a)"
                $a | . == $a
                $a | . != $a
                $a | . < $a
                $a | . <= $a
                $a | . > $a
                $a | . >= $a
                $t | . == $other
                $t | . <= $other
                $o | . == $o
                $o | . <= $o
                $k | . == $equal
                $k | . <= $equal
                $k | .[$other]
                $k | . + $equal
                $k | . * $equal
                [$k, $equal] | add
                $k | del(.[$other])
                $k | delpaths([[$other]])
                $k | .[$other] = 1
                $k | setpath([$other]; 1)
                [{key: $t, value: 1}] | from_entries
                INDEX(1; $t)
                {($t): 1}
                $a | . + []
                $o | . + {}
                $t | . + ""
                $a | . - []
                [0] | . - $a
                $o | . * {}
                "x" * 65536
                [$a[]]
                {a: $a[]}
                reduce $a[] as $x (0; .)
                foreach $a[] as $x (0; .)""";

    /** The same, of programs that take seconds: a regex of many characters is compiled. */
    private static final List<String> SLOW_PROGRAMS = List.of("\"x\" | test($regex)", "\"x\" | test($regex; null)",
            "\"x\" | test([$regex])");

    private static List<String> slowPrograms() {
        return SLOW_PROGRAMS;
    }

    private static List<String> programs() {
        return PROGRAMS.lines().toList();
    }

    @ParameterizedTest
    @MethodSource("programs")
    void whatWalksThroughALargeValueChargesForIt(String program) {
        assertThat(charged(program)).isGreaterThanOrEqualTo(SIZE / MAX_PER_UNIT);
    }

    @Tag("long")
    @ParameterizedTest
    @MethodSource("slowPrograms")
    void whatTakesLongChargesForIt(String program) {
        whatWalksThroughALargeValueChargesForIt(program);
    }

    @Test
    void eachFunctionIsKnownToChargeOrToTakeTheSameTimeAlways() {
        Set<String> tried = new TreeSet<>();
        Pattern name = Pattern.compile("@?[A-Za-z_][A-Za-z_0-9]*");
        for (String program : programs()) {
            Matcher matcher = name.matcher(program);
            while (matcher.find()) {
                tried.add(matcher.group());
            }
        }
        assertThat(BuiltinFunctions.signatures())
                .allSatisfy(signature -> assertThat(signature).matches(known -> CONSTANT.contains(known)
                        || CONSTANT.contains(known.substring(0, known.indexOf('/')))
                        || tried.contains(known.substring(0, known.indexOf('/')))));
    }

    private static long charged(String program) {
        Evaluation scope = Evaluation.scope(VARIABLES);
        // No result is looked at.
        ExpressionLinker.link(JqParser.parse("reduce (" + program + ") as $result (0; .)"),
                variable -> VARIABLES.containsKey(variable) ? ignored -> VARIABLES.get(variable) : null).evaluate(scope,
                        NullNode.instance);
        return scope.charged();
    }

    private static List<String> words(String text) {
        return Arrays.asList(text.strip().split("\\s+"));
    }

    private static Map<String, JsonNode> variables() {
        ArrayNode numbers = JsonNodeFactory.instance.arrayNode();
        ArrayNode nulls = JsonNodeFactory.instance.arrayNode();
        ArrayNode codes = JsonNodeFactory.instance.arrayNode();
        ObjectNode object = JsonNodeFactory.instance.objectNode();
        IntStream.range(0, SIZE).forEach(i -> {
            numbers.add(i);
            nulls.addNull();
            codes.add('x');
            object.put("k" + i, i);
        });
        return Map.ofEntries(Map.entry("k", JsonNodeFactory.instance.objectNode().put("x".repeat(SIZE), 1)),
                Map.entry("equal", JsonNodeFactory.instance.objectNode().put("x".repeat(SIZE), 1)),
                Map.entry("a", numbers), Map.entry("n", nulls), Map.entry("codes", codes), Map.entry("o", object),
                Map.entry("t", text("x")), Map.entry("other", text("x")), Map.entry("spaces", text(" ")),
                Map.entry("digits", TextNode.valueOf("1".repeat(SIZE) + "x")),
                Map.entry("json", TextNode.valueOf("[" + "1,".repeat(SIZE / 2) + "1]")), Map.entry("flags", text("g")),
                Map.entry("regex", TextNode.valueOf("x".repeat(SIZE - 1))),
                Map.entry("groups", TextNode.valueOf("(?<a>)".repeat(1_500))));
    }

    private static JsonNode text(String part) {
        return TextNode.valueOf(part.repeat(SIZE));
    }
}

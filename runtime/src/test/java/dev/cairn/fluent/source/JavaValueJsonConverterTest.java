package dev.cairn.fluent.source;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.DayOfWeek;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import com.fasterxml.jackson.databind.node.BinaryNode;
import com.fasterxml.jackson.databind.node.BooleanNode;
import com.fasterxml.jackson.databind.node.DoubleNode;
import com.fasterxml.jackson.databind.node.IntNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.LongNode;
import com.fasterxml.jackson.databind.node.NullNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;

class JavaValueJsonConverterTest {

    @Test
    void plainValuesAreConverted() {
        assertThat(JavaValueJsonConverter.of(null)).isSameAs(NullNode.instance);
        assertThat(JavaValueJsonConverter.of("x")).isEqualTo(TextNode.valueOf("x"));
        assertThat(JavaValueJsonConverter.of(new StringBuilder("x"))).isEqualTo(TextNode.valueOf("x"));
        assertThat(JavaValueJsonConverter.of(true)).isEqualTo(BooleanNode.TRUE);
        assertThat(JavaValueJsonConverter.of(DayOfWeek.MONDAY)).isEqualTo(TextNode.valueOf("MONDAY"));
    }

    @Test
    void numbersHaveTheNarrowestForm() {
        assertThat(JavaValueJsonConverter.of((byte) 1)).isEqualTo(IntNode.valueOf(1));
        assertThat(JavaValueJsonConverter.of(1L)).isEqualTo(IntNode.valueOf(1));
        assertThat(JavaValueJsonConverter.of(BigInteger.ONE)).isEqualTo(IntNode.valueOf(1));
        assertThat(JavaValueJsonConverter.of(Long.MAX_VALUE)).isEqualTo(LongNode.valueOf(Long.MAX_VALUE));
        assertThat(JavaValueJsonConverter.of(new BigInteger("9223372036854775808")).bigIntegerValue())
                .isEqualTo("9223372036854775808");
        assertThat(JavaValueJsonConverter.of(1.5)).isEqualTo(DoubleNode.valueOf(1.5));
        assertThat(JavaValueJsonConverter.of(0.1f)).isEqualTo(DoubleNode.valueOf(0.1));
        assertThat(JavaValueJsonConverter.of(new BigDecimal("10.50"))).isEqualTo(DoubleNode.valueOf(10.5));
    }

    @Test
    void numbersThatWouldChangeAreRefused() {
        for (Number number : List.of(Double.NaN, Double.POSITIVE_INFINITY, new BigDecimal("0.12345678901234567890"),
                new BigDecimal("1e400"))) {
            assertThatThrownBy(() -> JavaValueJsonConverter.of(number)).as(number.toString())
                    .isInstanceOf(IllegalArgumentException.class).hasMessageContaining("cannot be held exactly");
        }
    }

    @Test
    void keysWithoutAnOrderAreSorted() {
        assertThat(JavaValueJsonConverter.of(Map.of("c", 1, "a", 2, "d", 3, "b", 4)))
                .hasToString("{\"a\":2,\"b\":4,\"c\":1,\"d\":3}");
    }

    @Test
    void keysWithAnOrderKeepIt() {
        Map<String, Object> map = new LinkedHashMap<>();
        map.put("z", 1);
        map.put("a", List.of(Map.of("k", "v")));

        assertThat(JavaValueJsonConverter.of(map)).hasToString("{\"z\":1,\"a\":[{\"k\":\"v\"}]}");
    }

    @Test
    void listsAndArraysAreConverted() {
        assertThat(JavaValueJsonConverter.of(Arrays.asList(1, null, "x"))).hasToString("[1,null,\"x\"]");
        assertThat(JavaValueJsonConverter.of(new String[] { "x" })).hasToString("[\"x\"]");
        assertThat(JavaValueJsonConverter.of(new LinkedHashSet<>(List.of(2, 1)))).hasToString("[2,1]");
    }

    @Test
    void aTreeIsCopied() {
        ObjectNode tree = JsonNodeFactory.instance.objectNode().put("a", 1L);
        Object converted = JavaValueJsonConverter.of(tree);
        tree.put("b", 2);

        assertThat(converted).hasToString("{\"a\":1}");
        assertThat(((ObjectNode) converted).get("a")).isInstanceOf(IntNode.class);
    }

    @Test
    void whatIsNoJsonIsRefused() {
        List<Object> cyclic = new ArrayList<>();
        cyclic.add(cyclic);
        Map<Object, String> refused = new LinkedHashMap<>();
        refused.put(new Object(), "A java.lang.Object is no JSON value; use a string, number, boolean, list or map");
        refused.put(Map.of(1, 2), "A key is a string, not a java.lang.Integer");
        refused.put(Collections.singletonMap(null, 2), "A key is a string, not null");
        refused.put(BinaryNode.valueOf(new byte[1]), "A BinaryNode is no JSON value");

        refused.forEach((value, message) -> assertThatThrownBy(() -> JavaValueJsonConverter.of(value)).hasMessage(message));
        assertThatThrownBy(() -> JavaValueJsonConverter.of(Set.of(1, 2))).hasMessageEndingWith(" has no order; use a list");
        assertThatThrownBy(() -> JavaValueJsonConverter.of(cyclic)).hasMessage("The value is nested more than 200 levels deep");
    }

    @Test
    void textIsParsed() {
        assertThat(JavaValueJsonConverter.parse("{\"a\": [1, 2.50, 12345678901234567890]}"))
                .isEqualTo(JavaValueJsonConverter.of(Map.of("a", List.of(1, 2.5, new BigInteger("12345678901234567890")))));
    }

    @ParameterizedTest
    @ValueSource(strings = { "{", "{\"a\": 1} x", "{\"a\": 1, \"a\": 2}", "{'a': 1}", "nul" })
    void otherTextIsRefused(String text) {
        assertThatThrownBy(() -> JavaValueJsonConverter.parse(text)).isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith("Not valid JSON: ");
    }
}

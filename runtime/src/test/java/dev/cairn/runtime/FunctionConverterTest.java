package dev.cairn.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.math.BigDecimal;
import java.time.DayOfWeek;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;

import org.junit.jupiter.api.Test;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.datatype.jdk8.Jdk8Module;

import dev.cairn.api.CallContext;
import dev.cairn.api.WorkflowException;
import dev.cairn.runtime.FunctionMetadata.Parameter;
import dev.cairn.value.Json;
import dev.cairn.value.ValueException;
import dev.cairn.value.Values;

class FunctionConverterTest {

    private static final CallContext CONTEXT = new CallContext("1", "acme:orders", "1.0.0", "/do/0/call", "key");

    record Item(String sku, int quantity) {}

    interface Priced {
        int getPrice();
    }

    record Special(@JsonProperty("price") int getPrice, String name) implements Priced {}

    sealed interface Shape {}

    record Square(int side) implements Shape {}

    interface Page<T> {
        T getFirst();
    }

    record NumberedPage<T>(@JsonProperty("first") T getFirst, int number) implements Page<T> {}

    @JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "kind")
    @JsonSubTypes(@JsonSubTypes.Type(value = Dog.class, name = "dog"))
    interface Animal {}

    record Dog(String name) implements Animal {}

    @Test
    void convertsToTheTypesOfTheParameters() {
        FunctionConverter converter = converter(List.class.getName() + "<" + Item.class.getName() + ">", null, "int");

        Object[] arguments = converter.arguments(array("[[{\"sku\": \"A-7\", \"quantity\": 2}], 3]"), CONTEXT);

        assertThat(arguments).containsExactly(List.of(new Item("A-7", 2)), CONTEXT, 3);
    }

    @Test
    void convertsAMissingArgumentAsNull() {
        assertThat(converter(String.class.getName()).arguments(array("[]"), CONTEXT)).containsExactly((Object) null);
    }

    @Test
    void refusesAResultThatIsNestedTooDeep() {
        ArrayNode deep = JsonNodeFactory.instance.arrayNode();
        for (int i = 0; i < 20_000; i++) {
            deep = JsonNodeFactory.instance.arrayNode().add(deep);
        }
        ArrayNode result = deep;
        assertThatExceptionOfType(ValueException.class).isThrownBy(() -> converter().result(result, CONTEXT));
    }

    @Test
    void givesAwayNoTreeThatIsShared() {
        ArrayNode shared = array("[{\"a\": {}}]");
        JsonNode given = (JsonNode) converter(JsonNode.class.getName()).arguments(shared, CONTEXT)[0];
        ((ObjectNode) given.get("a")).put("b", 1);
        assertThat(shared).isEqualTo(array("[{\"a\": {}}]"));

        ObjectNode kept = (ObjectNode) Json.read("{}");
        JsonNode result = converter().result(kept, CONTEXT);
        kept.put("later", true);
        assertThat(result).isEmpty();
    }

    @Test
    void saysWhichArgumentDoesNotFitAndRepeatsNothing() {
        FunctionConverter converter = converter(List.class.getName() + "<" + Item.class.getName() + ">");

        assertThatExceptionOfType(WorkflowException.class)
                .isThrownBy(() -> converter.arguments(array("[[{\"quantity\": 1}, {\"quantity\": \"secret\"}]]"), CONTEXT))
                .satisfies(failure -> {
                    assertThat(failure.error().type()).endsWith("/validation");
                    assertThat(failure.error().detail())
                            .isEqualTo("The argument 'p0' of Type#method does not fit: /1/quantity is a string, which cannot be"
                                    + " read as int. Change what the task passes, or the type of the parameter.");
                    assertThat(failure.error().instance()).isEqualTo("/do/0/call");
                });
    }

    @Test
    void hasNoNumberForNull() {
        assertThatExceptionOfType(WorkflowException.class)
                .isThrownBy(() -> converter("int").arguments(array("[null]"), CONTEXT))
                .satisfies(failure -> assertThat(failure.error().detail())
                        .startsWith("The argument 'p0' of Type#method does not fit: it is null, which cannot be read as int."));
    }

    @Test
    void bringsResultsIntoCanonicalForm() {
        JsonNode result = converter().result(Map.of("whole", 7L, "price", new BigDecimal("10.50")), CONTEXT);

        assertThat(result).isEqualTo(Json.read("{\"whole\": 7, \"price\": 10.5}"));
        assertThat(result).isSameAs(Values.canonical(result));
        assertThat(converter().result(null, CONTEXT).isNull()).isTrue();
    }

    @Test
    void writesTheActualClassOfAResult() {
        assertThat(result(Priced.class.getName(), new Special(7, "x"))).isEqualTo(Json.read("{\"price\": 7, \"name\": \"x\"}"));
        assertThat(result(Shape.class.getName(), new Square(2))).isEqualTo(Json.read("{\"side\": 2}"));
    }

    @Test
    void writesTheActualClassOfAResultOfAGenericType() {
        JsonNode page = result(Page.class.getName() + "<" + Animal.class.getName() + ">",
                new NumberedPage<Animal>(new Dog("Rex"), 3));

        assertThat(page).isEqualTo(Json.read("{\"first\": {\"kind\": \"dog\", \"name\": \"Rex\"}, \"number\": 3}"));
    }

    @Test
    void writesTheTypeOfElementsWhereItIsDeclared() {
        assertThat(result(List.class.getName() + "<" + Animal.class.getName() + ">", List.of(new Dog("Rex"))))
                .isEqualTo(Json.read("[{\"kind\": \"dog\", \"name\": \"Rex\"}]"));
        assertThat(result(Animal.class.getName(), new Dog("Rex")))
                .isEqualTo(Json.read("{\"kind\": \"dog\", \"name\": \"Rex\"}"));
    }

    @Test
    void convertsWhatModulesOfTheMapperKnow() {
        String optionalItem = "java.util.Optional<" + Item.class.getName() + ">";
        Object[] arguments = converter(optionalItem, "java.util.OptionalInt",
                "java.util.List<java.util.Optional<java.lang.String>>",
                "[Ljava.util.OptionalInt;")
                .arguments(array("[{\"sku\": \"A-7\", \"quantity\": 2}, 3, [\"a\", null], [4]]"), CONTEXT);

        assertThat(arguments[0]).isEqualTo(Optional.of(new Item("A-7", 2)));
        assertThat(arguments[1]).isEqualTo(OptionalInt.of(3));
        assertThat(arguments[2]).isEqualTo(List.of(Optional.of("a"), Optional.empty()));
        assertThat((OptionalInt[]) arguments[3]).containsExactly(OptionalInt.of(4));
        assertThat(result(optionalItem, Optional.of(new Item("A-7", 2))))
                .isEqualTo(Json.read("{\"sku\": \"A-7\", \"quantity\": 2}"));
        assertThat(result(optionalItem, Optional.empty()).isNull()).isTrue();
        assertThat(result("java.util.OptionalInt", OptionalInt.of(3))).isEqualTo(Json.read("3"));
        assertThat(result("java.util.Map<java.time.DayOfWeek,java.util.Optional<java.lang.Integer>>",
                Map.of(DayOfWeek.MONDAY, Optional.of(1)))).isEqualTo(Json.read("{\"MONDAY\": 1}"));
        assertThat(result("java.util.List<java.util.Optional<java.lang.String>>", List.of(Optional.of("a"), Optional.empty())))
                .isEqualTo(Json.read("[\"a\", null]"));
    }

    @Test
    void saysThatAResultCannotBeWritten() {
        assertThatExceptionOfType(WorkflowException.class)
                .isThrownBy(() -> converter().result(Map.of("odd", new Object()), CONTEXT))
                .satisfies(failure -> {
                    assertThat(failure.error().type()).endsWith("/runtime");
                    assertThat(failure.error().detail())
                            .startsWith("The result of Type#method, a Map1, cannot be written as JSON at");
                });
    }

    private static FunctionConverter converter(String... types) {
        return converterTo(Object.class.getName(), types);
    }

    private static JsonNode result(String type, Object result) {
        return converterTo(type).result(result, CONTEXT);
    }

    private static FunctionConverter converterTo(String resultType, String... types) {
        List<Parameter> parameters = Arrays.stream(types).map(type -> new Parameter("p0", type)).toList();
        return new FunctionConverter(FunctionTypes.resolve(new FunctionMetadata("key", "Type#method", null,
                FunctionThread.WORKER, parameters, resultType)), new ObjectMapper().registerModule(new Jdk8Module()));
    }

    private static ArrayNode array(String json) {
        return (ArrayNode) Json.read(json);
    }
}

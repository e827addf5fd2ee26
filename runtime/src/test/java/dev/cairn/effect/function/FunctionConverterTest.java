package dev.cairn.effect.function;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.io.IOException;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.DayOfWeek;
import java.time.LocalDate;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.ToIntFunction;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import com.fasterxml.jackson.annotation.JsonFormat;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.databind.DeserializationContext;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonDeserializer;
import com.fasterxml.jackson.databind.JsonMappingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.JsonSerializer;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.SerializerProvider;
import com.fasterxml.jackson.databind.annotation.JsonDeserialize;
import com.fasterxml.jackson.databind.annotation.JsonSerialize;
import com.fasterxml.jackson.databind.module.SimpleModule;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.DoubleNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.ser.std.ToStringSerializer;
import com.fasterxml.jackson.datatype.jdk8.Jdk8Module;
import com.fasterxml.jackson.datatype.jsr310.JavaTimeModule;

import dev.cairn.api.CallContext;
import dev.cairn.api.WorkflowException;
import dev.cairn.effect.function.FunctionMetadata.Parameter;
import dev.cairn.value.JqValues;
import dev.cairn.value.JsonCodec;
import dev.cairn.value.ValueException;

class FunctionConverterTest {

    private static final CallContext CONTEXT = new CallContext("1", "acme:orders", "1.0.0", "/do/0/call", "key");

    private static final ObjectMapper MAPPER = new ObjectMapper().registerModules(new Jdk8Module(), new JavaTimeModule());

    record Item(String sku, int quantity) {}

    @JsonFormat(shape = JsonFormat.Shape.NUMBER)
    enum Step {
        FIRST,
        SECOND
    }

    record TextShapes(@JsonFormat(shape = JsonFormat.Shape.STRING) Long id,
            @JsonFormat(shape = JsonFormat.Shape.STRING) BigDecimal amount,
            @JsonFormat(shape = JsonFormat.Shape.STRING) double weight, Long plain) {}

    record NumberShapes(@JsonFormat(shape = JsonFormat.Shape.NUMBER) boolean gift, Step step,
            @JsonFormat(shape = JsonFormat.Shape.NUMBER) Size size,
            @JsonFormat(shape = JsonFormat.Shape.NUMBER_INT) LocalDate day) {}

    /** A module writes these numbers as texts, except for the count. */
    record SerializedNumbers(Long id, long number, int count, @JsonSerialize(using = ToStringSerializer.class) int said,
            BigDecimal amount, Double weight, List<Long> ids) {}

    /** A module writes these values as numbers, except for the primitive one. */
    record SerializedFacts(boolean plain, Boolean gift, Size size, LocalDate day) {}

    static final class NumberSerializer<T> extends JsonSerializer<T> {
        private final ToIntFunction<T> number;

        NumberSerializer(ToIntFunction<T> number) {
            this.number = number;
        }

        @Override
        public void serialize(T value, JsonGenerator generator, SerializerProvider provider) throws IOException {
            generator.writeNumber(number.applyAsInt(value));
        }
    }

    record Trees(JsonNode tree, Map<String, JsonNode> trees) {}

    record Own(@JsonDeserialize(using = TenFold.class) int first, @JsonDeserialize(using = TenFold.class) int second) {}

    static final class TenFold extends JsonDeserializer<Integer> {

        @Override
        public Integer deserialize(JsonParser tokens, DeserializationContext context) throws IOException {
            boolean isFloat = tokens.hasToken(JsonToken.VALUE_NUMBER_FLOAT);
            return isFloat && tokens.getNumberType() == JsonParser.NumberType.DOUBLE ? (int) (tokens.getDoubleValue() * 10) : 0;
        }

        @Override
        public Integer getNullValue(DeserializationContext context) {
            return -1;
        }

        @Override
        public Object getAbsentValue(DeserializationContext context) {
            return -2;
        }
    }

    enum Size {
        SMALL,
        LARGE
    }

    public static final class Line {
        public int count = 3;
        public Boolean gift;
    }

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

        ObjectNode kept = (ObjectNode) JsonCodec.read("{}");
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

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', value = {
            "int | 19.99", "java.lang.Integer | 2.9", "long | 1e-3", "java.lang.Long | 0.5", "short | 1.5", "byte | 1.5",
            "java.math.BigInteger | 2.5", "java.util.concurrent.atomic.AtomicInteger | 2.5",
            "int | `\"\"`", "int | `\" \"`", "int | `\"5\"`", "java.lang.Integer | `\"\"`", "double | `\"\"`",
            "double | `\"1.5\"`", "java.math.BigDecimal | `\"\"`", "java.math.BigDecimal | `\"1\"`", "int | true",
            "boolean | 1", "boolean | 0", "java.lang.Boolean | 1", "boolean | `\"true\"`", "boolean | `\"\"`", "boolean | 1.5",
            "java.util.concurrent.atomic.AtomicBoolean | 1", "boolean | null", "double | null", "char | null", "char | 65",
            "java.lang.Character | 65", "char | `\"\"`", "java.lang.String | 7", "java.lang.String | 1.5",
            "java.lang.String | true",
            "int | 3000000000", "long | 9223372036854775808", "int | [5]", "[I | [1.5]", "[I | [null]",
            "java.util.List<java.lang.Integer> | [2.9]",
            "java.util.Map<java.lang.String,java.lang.Long> | `{\"a\": 2.9}`", "java.util.OptionalInt | 2.9",
            "java.util.Optional<java.lang.Integer> | 2.9", "[Ljava.lang.String; | [7]", "[Z | [1]",
            "java.time.LocalDate | `\"\"`", "java.util.UUID | `\"\"`",
            "float | 1e300", "java.lang.Float | -1e300", "[F | [1e300]", "double | 9007199254740993",
            "java.lang.Double | 12345678901234567890", "float | 16777217", "float | 16777217.0", "[D | [0.1, 9007199254740993]",
            "long | 9.223372036854775808e18", "TextShapes | `{\"id\": \"x\"}`",
            "TextShapes | `{\"id\": \"5.5\"}`", "TextShapes | `{\"id\": \"5 6\"}`", "NumberShapes | `{\"step\": 2}`",
            "TextShapes | `{\"plain\": \"5\"}`", "java.util.Date | `\"\"`",
            "Size | 1", "Size | `\"\"`", "Size | `\"1\"`", "Size | 1.0", "java.util.List<Size> | [0]",
            "Item | `{\"sku\": \"a\", \"quantity\": 2.9}`", "Item | `{\"sku\": \"a\", \"quantity\": null}`",
            "Item | `{\"sku\": \"a\", \"quantity\": \"\"}`",
            "Item | `{\"sku\": 7, \"quantity\": 1}`",
            "Item | `\"\"`", "Line | `{\"count\": 2.9}`", "Line | `{\"count\": null}`", "Line | `{\"gift\": 1}`", "Line | []" })
    void refusesWhatWouldChange(String type, String json) {
        assertThatExceptionOfType(WorkflowException.class)
                .isThrownBy(() -> converter(named(type)).arguments(array("[" + json + "]"), CONTEXT))
                .satisfies(failure -> assertThat(failure.error().type()).endsWith("/validation"));
    }

    @Test
    void takesWhatIsTheSameValue() {
        assertThat(argument("int", "5.0")).isEqualTo(5);
        assertThat(argument("java.lang.Long", "1e3")).isEqualTo(1_000L);
        assertThat(argument("Item", "{\"sku\": \"a\", \"quantity\": 5.0}")).isEqualTo(new Item("a", 5));
        assertThat(argument("Item", "{\"sku\": \"a\"}")).isEqualTo(new Item("a", 0));
        assertThat(argument("Item", "{}")).isEqualTo(new Item(null, 0));
        assertThat(argument("double", "5")).isEqualTo(5.0);
        assertThat(argument("java.math.BigDecimal", "19.99")).isEqualTo(new BigDecimal("19.99"));
        assertThat(argument("java.lang.Integer", "null")).isNull();
        assertThat(argument("Size", "\"LARGE\"")).isEqualTo(Size.LARGE);
        assertThat(argument("char", "\"A\"")).isEqualTo('A');
        assertThat(argument("java.lang.String", "\"\"")).isEqualTo("");
        assertThat(((Line) argument("Line", "{}")).count).isEqualTo(3);
        assertThat(argument("java.time.LocalDate", "\"2026-11-28\"")).isEqualTo(LocalDate.of(2026, 11, 28));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', value = {
            "java.math.BigInteger | 1e20 | 100000000000000000000", "double | 0.1 | 0.1", "float | 0.1 | 0.1",
            "float | 1e20 | 1.0E20",
            "double | 1e300 | 1.0E300", "java.lang.Double | 9007199254740992 | 9.007199254740992E15",
            "java.util.OptionalInt | 5.0 | OptionalInt[5]", "java.util.concurrent.atomic.AtomicLong | 5.0 | 5",
            "java.net.URI | `\"\"` | ``", "java.util.Locale | `\"\"` | ``", "Step | 1 | SECOND" })
    void takesWhatFits(String type, String json, String expected) {
        assertThat(argument(type, json)).hasToString(expected);
    }

    @Test
    void takesWholeNumbersWithAFractionInArrays() {
        assertThat((int[]) argument("[I", "[1, 2.0]")).containsExactly(1, 2);
        assertThat((double[]) argument("[D", "[1, 0.5]")).containsExactly(1, 0.5);
    }

    @Test
    void readsEachShapeThatTheMapperWrites() {
        TextShapes texts = new TextShapes(5L, new BigDecimal("10.5"), 1.5, 7L);
        JsonNode json = converter().result(texts, CONTEXT);
        NumberShapes numbers = new NumberShapes(true, Step.SECOND, Size.LARGE, LocalDate.of(2026, 11, 28));

        assertThat(json.get("id")).isEqualTo(JsonCodec.read("\"5\""));
        assertThat(argument("TextShapes", JqValues.toText(json))).isEqualTo(texts);
        assertThat(argument("NumberShapes", JqValues.toText(converter().result(numbers, CONTEXT)))).isEqualTo(numbers);
    }

    @Test
    void readsTheShapesOfTheConfiguration() throws Exception {
        ObjectMapper own = new ObjectMapper();
        own.configOverride(Long.class).setFormat(JsonFormat.Value.forShape(JsonFormat.Shape.STRING));

        assertThat(new FunctionObjectMappers(own).reading().readValue("[\"5\"]", Long[].class)).containsExactly(5L);
    }

    /**
     * Settings of a module, or of a property of a type, for the written form of values; with the values that can be read then,
     * and the others.
     */
    @Test
    void readsTheShapesOfSerializers() throws Exception {
        SimpleModule module = new SimpleModule();
        List.of(Long.class, long.class, BigInteger.class, BigDecimal.class, Double.class)
                .forEach(type -> module.addSerializer(type, ToStringSerializer.instance));
        module.addSerializer(Boolean.class, new NumberSerializer<Boolean>(truth -> truth ? 1 : 0));
        module.addSerializer(Size.class, new NumberSerializer<Size>(Enum::ordinal));
        module.addSerializer(DayOfWeek.class, new NumberSerializer<DayOfWeek>(DayOfWeek::getValue));
        module.addSerializer(LocalDate.class, new NumberSerializer<LocalDate>(date -> (int) date.toEpochDay()));
        ObjectMapper own = new ObjectMapper().registerModules(new JavaTimeModule(), module);
        ObjectMapper reading = new FunctionObjectMappers(own).reading();
        SerializedNumbers numbers = new SerializedNumbers(5L, 6L, 7, 8, new BigDecimal("10.50"), 1.5, List.of(9L));
        SerializedFacts facts = new SerializedFacts(true, true, Size.LARGE, LocalDate.of(2026, 11, 28));

        String text = own.writeValueAsString(numbers);
        assertThat(text).isEqualTo("{\"id\":\"5\",\"number\":\"6\",\"count\":7,\"said\":\"8\",\"amount\":\"10.50\""
                + ",\"weight\":\"1.5\",\"ids\":[\"9\"]}");
        assertThat(reading.readValue(text, SerializedNumbers.class)).isEqualTo(numbers);
        String factText = own.writeValueAsString(facts);
        assertThat(factText).isEqualTo("{\"plain\":true,\"gift\":1,\"size\":1,\"day\":20785}");
        assertThat(reading.readValue(factText, SerializedFacts.class)).isEqualTo(facts);
        assertThat(reading.readValue("[5, \"5\"]", Long[].class)).containsExactly(5L, 5L);
        for (String refused : List.of("{\"id\": \"5.5\"}", "{\"id\": \"\"}", "{\"id\": \"x\"}", "{\"count\": \"7\"}",
                "{\"id\": true}")) {
            refuses(reading, refused, SerializedNumbers.class);
        }
        for (String refused : List.of("{\"gift\": 2}", "{\"plain\": 1}", "{\"size\": 2}")) {
            refuses(reading, refused, SerializedFacts.class);
        }
        // The mapper reads no enum from the numbers of DayOfWeek, which begin with 1.
        refuses(reading, "1", DayOfWeek.class);
    }

    private static void refuses(ObjectMapper mapper, String text, Class<?> type) {
        assertThatExceptionOfType(JsonMappingException.class).as(text).isThrownBy(() -> mapper.readValue(text, type));
    }

    @Test
    void leavesTreesAsTheyAre() {
        Trees trees = (Trees) argument("Trees", "{\"tree\": 5.0, \"trees\": {\"a\": -0.0}}");

        assertThat(trees.tree()).isEqualTo(DoubleNode.valueOf(5));
        assertThat(trees.trees().get("a")).isEqualTo(DoubleNode.valueOf(-0.0));
    }

    @Test
    void leavesTheDeserializersOfTheApplicationAsTheyAre() {
        assertThat(argument("Own", "{\"first\": null, \"second\": 5.0}")).isEqualTo(new Own(-1, 50));
        assertThat(argument("Own", "{}")).isEqualTo(new Own(-2, -2));
    }

    @Test
    void leavesTheMapperOfTheApplicationAsItIsAndKeepsItsSettings() throws Exception {
        assertThat(MAPPER.readValue("19.99", int.class)).isEqualTo(19);
        ObjectMapper own = new ObjectMapper() {
            @Override
            public String toString() {
                return "a class of the application, which Jackson cannot copy";
            }
        }.enable(SerializationFeature.WRITE_ENUMS_USING_INDEX).disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES);
        ObjectMapper reading = new FunctionObjectMappers(own).reading();
        assertThat(reading.readValue("1", Size.class)).isEqualTo(Size.LARGE);
        assertThat(reading.readValue("{\"more\": 1}", Line.class).count).isEqualTo(3);
    }

    private static Object argument(String type, String json) {
        return converter(named(type)).arguments(array("[" + json + "]"), CONTEXT)[0];
    }

    /** With the full names of the types of this test. */
    private static String named(String type) {
        return type.replaceAll("\\b(Item|Line|Size|Step|TextShapes|NumberShapes|Trees|Own)\\b",
                FunctionConverterTest.class.getName().replace("$", "\\$") + "\\$$1");
    }

    @Test
    void bringsResultsIntoCanonicalForm() {
        JsonNode result = converter().result(Map.of("whole", 7L, "price", new BigDecimal("10.50")), CONTEXT);

        assertThat(result).isEqualTo(JsonCodec.read("{\"whole\": 7, \"price\": 10.5}"));
        assertThat(result).isSameAs(JqValues.canonical(result));
        assertThat(converter().result(null, CONTEXT).isNull()).isTrue();
    }

    @Test
    void writesTheActualClassOfAResult() {
        assertThat(result(Priced.class.getName(), new Special(7, "x")))
                .isEqualTo(JsonCodec.read("{\"price\": 7, \"name\": \"x\"}"));
        assertThat(result(Shape.class.getName(), new Square(2))).isEqualTo(JsonCodec.read("{\"side\": 2}"));
    }

    @Test
    void writesTheActualClassOfAResultOfAGenericType() {
        JsonNode page = result(Page.class.getName() + "<" + Animal.class.getName() + ">",
                new NumberedPage<Animal>(new Dog("Rex"), 3));

        assertThat(page).isEqualTo(JsonCodec.read("{\"first\": {\"kind\": \"dog\", \"name\": \"Rex\"}, \"number\": 3}"));
    }

    @Test
    void writesTheTypeOfElementsWhereItIsDeclared() {
        assertThat(result(List.class.getName() + "<" + Animal.class.getName() + ">", List.of(new Dog("Rex"))))
                .isEqualTo(JsonCodec.read("[{\"kind\": \"dog\", \"name\": \"Rex\"}]"));
        assertThat(result(Animal.class.getName(), new Dog("Rex")))
                .isEqualTo(JsonCodec.read("{\"kind\": \"dog\", \"name\": \"Rex\"}"));
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
                .isEqualTo(JsonCodec.read("{\"sku\": \"A-7\", \"quantity\": 2}"));
        assertThat(result(optionalItem, Optional.empty()).isNull()).isTrue();
        assertThat(result("java.util.OptionalInt", OptionalInt.of(3))).isEqualTo(JsonCodec.read("3"));
        assertThat(result("java.util.Map<java.time.DayOfWeek,java.util.Optional<java.lang.Integer>>",
                Map.of(DayOfWeek.MONDAY, Optional.of(1)))).isEqualTo(JsonCodec.read("{\"MONDAY\": 1}"));
        assertThat(result("java.util.List<java.util.Optional<java.lang.String>>", List.of(Optional.of("a"), Optional.empty())))
                .isEqualTo(JsonCodec.read("[\"a\", null]"));
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
                FunctionThreadKind.WORKER, parameters, resultType)), new FunctionObjectMappers(MAPPER));
    }

    private static ArrayNode array(String json) {
        return (ArrayNode) JsonCodec.read(json);
    }
}

package dev.cairn.integrations.grpc.descriptor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.time.Duration;
import java.util.List;

import org.junit.jupiter.api.Assertions;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.MissingNode;
import com.google.protobuf.AnyProto;
import com.google.protobuf.ByteString;
import com.google.protobuf.DescriptorProtos.FileDescriptorProto;
import com.google.protobuf.DescriptorProtos.FileDescriptorSet;
import com.google.protobuf.DurationProto;
import com.google.protobuf.DynamicMessage;
import com.google.protobuf.StructProto;
import com.google.protobuf.TextFormat;
import com.google.protobuf.TimestampProto;
import com.google.protobuf.UnknownFieldSet;
import com.google.protobuf.WrappersProto;

import dev.cairn.value.JsonCodec;

/** JSON becomes messages, and messages become JSON. */
class MethodBindingTest {

    private static final Duration PATIENCE = Duration.ofSeconds(30);

    private static final String KINDS = """
            name: "kinds.proto" package: "kinds" syntax: "proto3"
            dependency: ["google/protobuf/any.proto", "google/protobuf/timestamp.proto", "google/protobuf/duration.proto",
                         "google/protobuf/struct.proto", "google/protobuf/wrappers.proto"]
            enum_type { name: "Color" value { name: "RED" number: 0 } value { name: "BLUE" number: 1 } }
            message_type {
              name: "All"
              field { name: "i32" number: 1 type: TYPE_INT32 label: LABEL_OPTIONAL json_name: "i32" }
              field { name: "i64" number: 2 type: TYPE_INT64 label: LABEL_OPTIONAL json_name: "i64" }
              field { name: "u64" number: 3 type: TYPE_UINT64 label: LABEL_OPTIONAL json_name: "u64" }
              field { name: "dbl" number: 4 type: TYPE_DOUBLE label: LABEL_OPTIONAL json_name: "dbl" }
              field { name: "bool" number: 5 type: TYPE_BOOL label: LABEL_OPTIONAL json_name: "bool" }
              field { name: "data" number: 6 type: TYPE_BYTES label: LABEL_OPTIONAL json_name: "data" }
              field { name: "color" number: 7 type: TYPE_ENUM type_name: ".kinds.Color" label: LABEL_OPTIONAL json_name: "color" }
              field { name: "some_texts" number: 8 type: TYPE_STRING label: LABEL_REPEATED json_name: "someTexts" }
              field { name: "child" number: 9 type: TYPE_MESSAGE type_name: ".kinds.All" label: LABEL_OPTIONAL json_name: "child" }
              field { name: "children" number: 10 type: TYPE_MESSAGE type_name: ".kinds.All" label: LABEL_REPEATED
                      json_name: "children" }
              field { name: "by_number" number: 11 type: TYPE_MESSAGE type_name: ".kinds.All.ByNumberEntry" label: LABEL_REPEATED
                      json_name: "byNumber" }
              field { name: "card" number: 12 type: TYPE_STRING label: LABEL_OPTIONAL json_name: "card" oneof_index: 0 }
              field { name: "cash" number: 13 type: TYPE_INT32 label: LABEL_OPTIONAL json_name: "cash" oneof_index: 0 }
              field { name: "maybe" number: 14 type: TYPE_INT32 label: LABEL_OPTIONAL json_name: "maybe" oneof_index: 1
                      proto3_optional: true }
              field { name: "at" number: 15 type: TYPE_MESSAGE type_name: ".google.protobuf.Timestamp" label: LABEL_OPTIONAL
                      json_name: "at" }
              field { name: "took" number: 16 type: TYPE_MESSAGE type_name: ".google.protobuf.Duration" label: LABEL_OPTIONAL
                      json_name: "took" }
              field { name: "free" number: 17 type: TYPE_MESSAGE type_name: ".google.protobuf.Struct" label: LABEL_OPTIONAL
                      json_name: "free" }
              field { name: "value" number: 18 type: TYPE_MESSAGE type_name: ".google.protobuf.Value" label: LABEL_OPTIONAL
                      json_name: "value" }
              field { name: "wide" number: 19 type: TYPE_MESSAGE type_name: ".google.protobuf.UInt64Value" label: LABEL_OPTIONAL
                      json_name: "wide" }
              field { name: "any" number: 20 type: TYPE_MESSAGE type_name: ".google.protobuf.Any" label: LABEL_OPTIONAL
                      json_name: "any" }
              field { name: "text" number: 21 type: TYPE_STRING label: LABEL_OPTIONAL json_name: "text" }
              field { name: "by_wide" number: 22 type: TYPE_MESSAGE type_name: ".kinds.All.ByWideEntry" label: LABEL_REPEATED
                      json_name: "byWide" }
              field { name: "by_text" number: 23 type: TYPE_MESSAGE type_name: ".kinds.All.ByTextEntry" label: LABEL_REPEATED
                      json_name: "byText" }
              oneof_decl { name: "payment" }
              oneof_decl { name: "_maybe" }
              nested_type {
                name: "ByNumberEntry"
                field { name: "key" number: 1 type: TYPE_INT32 label: LABEL_OPTIONAL json_name: "key" }
                field { name: "value" number: 2 type: TYPE_STRING label: LABEL_OPTIONAL json_name: "value" }
                options { map_entry: true }
              }
              nested_type {
                name: "ByWideEntry"
                field { name: "key" number: 1 type: TYPE_UINT64 label: LABEL_OPTIONAL json_name: "key" }
                field { name: "value" number: 2 type: TYPE_MESSAGE type_name: ".kinds.All" label: LABEL_OPTIONAL
                        json_name: "value" }
                options { map_entry: true }
              }
              nested_type {
                name: "ByTextEntry"
                field { name: "key" number: 1 type: TYPE_STRING label: LABEL_OPTIONAL json_name: "key" }
                field { name: "value" number: 2 type: TYPE_STRING label: LABEL_OPTIONAL json_name: "value" }
                options { map_entry: true }
              }
            }
            service { name: "Kinds" method { name: "Echo" input_type: ".kinds.All" output_type: ".kinds.All" } }
            """;

    /** The fields that are there without a value. */
    private static final String DEFAULTS = """
            {"i32": 0, "i64": "0", "u64": "0", "dbl": 0.0, "bool": false, "data": "", "color": "RED", "someTexts": [],
             "children": [], "byNumber": {}, "text": "", "byWide": {}, "byText": {}}""";

    private static MethodBinding binding;

    @BeforeAll
    static void bind() throws TextFormat.ParseException {
        FileDescriptorProto.Builder kinds = FileDescriptorProto.newBuilder();
        TextFormat.merge(KINDS, kinds);
        byte[] set = FileDescriptorSet.newBuilder().addFile(AnyProto.getDescriptor().toProto())
                .addFile(TimestampProto.getDescriptor().toProto()).addFile(DurationProto.getDescriptor().toProto())
                .addFile(StructProto.getDescriptor().toProto()).addFile(WrappersProto.getDescriptor().toProto()).addFile(kinds)
                .build().toByteArray();
        ClassLoader loader = new ClassLoader() {
            @Override
            public InputStream getResourceAsStream(String name) {
                return new ByteArrayInputStream(set);
            }
        };
        binding = MethodBindings.of(List.of(new GrpcMethodPlan("key", "kinds.Kinds", "Echo", "set")), loader).get("key");
    }

    @Test
    void printsFieldsWithoutPresence() {
        assertThat(json(binding.request(MissingNode.getInstance()))).isEqualTo(JsonCodec.read(DEFAULTS));
    }

    /** A member of the arguments, and of the answer that has the same message. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '\u0001', value = {
            "i64 | 9007199254740993 | \"9007199254740993\"", "i64 | \"-9223372036854775808\" | \"-9223372036854775808\"",
            "u64 | \"18446744073709551615\" | \"18446744073709551615\"", "u64 | 1e3 | \"1000\"", "i32 | 7.0 | 7",
            "dbl | \"NaN\" | \"NaN\"", "dbl | \"-Infinity\" | \"-Infinity\"", "dbl | 1e300 | 1e300",
            "data | \"AP8=\" | \"AP8=\"",
            "color | \"BLUE\" | \"BLUE\"", "color | 1 | \"BLUE\"", "color | 7 | 7",
            "some_texts | [\"a\", \"\"] | [\"a\", \"\"]",
            "byNumber | {\"-1\": \"a\"} | {\"-1\": \"a\"}", "cash | 0 | 0", "maybe | 0 | 0",
            "at | \"2026-01-01T01:00:00.5+01:00\" | \"2026-01-01T00:00:00.500Z\"", "took | \"-1.5s\" | \"-1.500s\"",
            "free | {\"a\": [1, null, {}]} | {\"a\": [1.0, null, {}]}", "value | null | null", "value | \"x\" | \"x\"",
            "wide | 5 | \"5\"", "any | {\"@type\": \"x/google.protobuf.Timestamp\", \"value\": \"1970-01-01T00:00:00Z\"}"
                    + " | {\"@type\": \"x/google.protobuf.Timestamp\", \"value\": \"1970-01-01T00:00:00Z\"}",
            "text | \"1e99999\" | \"1e99999\"", "any | {\"@type\": \"x/google.protobuf.StringValue\", \"value\": \"1e99999\"}"
                    + " | {\"@type\": \"x/google.protobuf.StringValue\", \"value\": \"1e99999\"}",
            "data | \"1e999999\" | \"1e999999\"", "any | {\"@type\": \"x/google.protobuf.BytesValue\", \"value\": \"1e999999\"}"
                    + " | {\"@type\": \"x/google.protobuf.BytesValue\", \"value\": \"1e999999\"}",
            "byText | {\"1e99999\": \"1e99999\"} | {\"1e99999\": \"1e99999\"}" })
    void keepsValues(String field, String given, String expected) {
        JsonNode answer = json(binding.request(JsonCodec.read("{\"" + field + "\": " + given + "}")));

        assertThat(answer.path(field.replace("some_texts", "someTexts"))).isEqualTo(JsonCodec.read(expected));
    }

    @ParameterizedTest
    @ValueSource(strings = { "child", "card", "cash", "maybe", "at", "took", "free", "value", "wide", "any" })
    void leavesOutFieldsWithPresence(String field) {
        assertThat(json(binding.request(MissingNode.getInstance())).has(field)).isFalse();
        assertThat(json(binding.request(JsonCodec.read("{\"child\": null, \"card\": null, \"maybe\": null, \"at\": null}")))
                .has(field)).isFalse();
    }

    /** Arguments, and the fault. {@code hush} and 4711 stand for secrets. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '\u0001', value = {
            "{\"i32\": \"hush\"} | the field \"i32\" needs a value of type int32",
            "{\"i32\": 4711.5} | the field \"i32\" needs a value of type int32",
            "{\"i64\": \"4711471147114711471147114711\"} | the field \"i64\" needs a value of type int64",
            "{\"u64\": -4711} | the field \"u64\" needs a value of type uint64",
            "{\"u64\": \"4711e60000000\"} | the field \"u64\" needs a value of type uint64",
            "{\"wide\": \"4711e60000000\"} | the field \"wide\" needs a value of type google.protobuf.UInt64Value",
            "{\"u64\": \"4711e\u0666\u0660\u0660\u0660\u0660\u0660\u0660\u0660\"} | the field \"u64\" needs a value of type uint64",
            "{\"byWide\": {\"4711e60000000\": {}}}"
                    + " | the field \"byWide\" needs an object with keys of type uint64 and values of type kinds.All",
            "{\"byWide\": {\"1\": {\"by_wide\": {\"4711e60000000\": {}}}}} | the field \"byWide{}.by_wide\" needs an object with"
                    + " keys of type uint64 and values of type kinds.All",
            "{\"any\": {\"@type\": \"x/kinds.All\", \"byWide\": {\"4711e60000000\": {}}}} | the field \"any.byWide\" needs an object"
                    + " with keys of type uint64 and values of type kinds.All",
            "{\"any\": {\"@type\": \"x/kinds.All\", \"u64\": \"4711e60000000\"}}"
                    + " | the field \"any.u64\" needs a value of type uint64",
            "{\"any\": {\"@type\": \"x/google.protobuf.UInt64Value\", \"value\": \"4711e60000000\"}}"
                    + " | the field \"any.value\" needs a value of type google.protobuf.UInt64Value",
            "{\"dbl\": \"hush\"} | the field \"dbl\" needs a value of type double",
            "{\"bool\": \"hush\"} | the field \"bool\" needs a value of type bool",
            "{\"data\": \"hush!\"} | the field \"data\" needs a value of type bytes (base64)",
            "{\"color\": \"hush\"} | the field \"color\" needs a value of type kinds.Color",
            "{\"some_texts\": \"hush\"} | the field \"some_texts\" needs a list with values of type string",
            "{\"someTexts\": [\"a\", {\"hush\": 1}]} | the field \"someTexts[1]\" needs a value of type string",
            "{\"child\": \"hush\"} | the field \"child\" needs an object of type kinds.All",
            "{\"children\": [{}, {\"child\": {\"i32\": \"hush\"}}]} | the field \"children[1].child.i32\" needs a value of type int32",
            "{\"children\": [null]} | the field \"children[0]\" needs an object of type kinds.All",
            "{\"byNumber\": {\"hush\": \"a\"}} | the field \"byNumber\" needs an object with keys of type int32 and values of type string",
            "{\"byNumber\": [1]} | the field \"byNumber\" needs an object with keys of type int32 and values of type string",
            "{\"card\": \"hush\", \"cash\": 4711} | two fields of the oneof \"payment\" are given",
            "{\"someTexts\": [\"a\"], \"some_texts\": [\"hush\"]} | the field \"some_texts\" is given twice",
            "{\"at\": \"hush\"} | the field \"at\" needs a value of type google.protobuf.Timestamp",
            "{\"took\": \"4711\"} | the field \"took\" needs a value of type google.protobuf.Duration",
            "{\"free\": \"hush\"} | the field \"free\" needs a value of type google.protobuf.Struct",
            "{\"any\": {\"@type\": \"x/hush.Type\"}} | the field \"any\" needs an object whose \"@type\" names a message of the proto"
                    + " file or its imports",
            "{\"any\": {\"@type\": \"x/kinds.All\", \"i32\": \"hush\"}} | the field \"any.i32\" needs a value of type int32",
            "{\"i31\": \"hush\"} | the message kinds.All has no field \"i31\"" })
    void namesTheFieldAndNoValue(String arguments, String fault) {
        assertThatExceptionOfType(UnfitMessageException.class).isThrownBy(() -> Assertions
                .assertTimeoutPreemptively(PATIENCE, () -> binding.request(JsonCodec.read(arguments)))).withMessage(fault)
                .withNoCause();
    }

    @Test
    void refusesALongNumberInATextAtOnce() {
        JsonNode arguments = JsonNodeFactory.instance.objectNode().put("i64", "1".repeat(3_000_000));

        assertThatExceptionOfType(UnfitMessageException.class).isThrownBy(
                () -> Assertions.assertTimeoutPreemptively(PATIENCE, () -> binding.request(arguments)))
                .withMessage("the field \"i64\" needs a value of type int64");
    }

    @Test
    void refusesArgumentsThatAreNestedTooDeep() {
        JsonNode arguments = JsonCodec.read("{\"child\":".repeat(150) + "{\"text\": \"hush\"}" + "}".repeat(150));

        assertThatExceptionOfType(UnfitMessageException.class).isThrownBy(() -> binding.request(arguments))
                .withMessage("a value is nested too deep, or does not fit kinds.All");
    }

    @Test
    void leavesOutFieldsThatTheProtoFileLacks() {
        DynamicMessage answer = binding.request(MissingNode.getInstance()).toBuilder()
                .setUnknownFields(UnknownFieldSet.newBuilder().addField(99, UnknownFieldSet.Field.newBuilder()
                        .addLengthDelimited(ByteString.copyFromUtf8("new")).build()).build())
                .build();

        assertThat(json(answer)).isEqualTo(JsonCodec.read(DEFAULTS));
    }

    @Test
    void boundsTheTextOfAllMessages() {
        DynamicMessage answer = binding.request(JsonCodec.read("{\"text\": \"\u00e4\u20ac\ud83d\ude00\"}"));
        BoundedJsonText text = new BoundedJsonText(2 * JsonCodec.write(json(answer)).length + 2);

        assertThat(binding.json(answer, text)).isEqualTo(binding.json(answer, text));
        assertThat(text.isFull()).isFalse();
        assertThat(catchThrowableOfType(UnfitMessageException.class, () -> binding.json(answer, text))).isNotNull();
        assertThat(text.isFull()).isTrue();
    }

    private static JsonNode json(DynamicMessage message) {
        return binding.json(message, new BoundedJsonText(1_000_000));
    }
}

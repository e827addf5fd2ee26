package dev.cairn.effect.function;

import java.io.IOException;

import com.fasterxml.jackson.core.JsonPointer;
import com.fasterxml.jackson.databind.JavaType;
import com.fasterxml.jackson.databind.JsonMappingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.ObjectReader;
import com.fasterxml.jackson.databind.ObjectWriter;
import com.fasterxml.jackson.databind.exc.MismatchedInputException;
import com.fasterxml.jackson.databind.node.NullNode;
import com.fasterxml.jackson.databind.util.TokenBuffer;

import dev.cairn.api.CallContext;
import dev.cairn.api.WorkflowError;
import dev.cairn.value.JqValues;

/** Converts arguments from JSON and results to JSON, with the application's mapper. Thread-safe. */
final class FunctionConverter {

    private final FunctionTypes types;
    private final ObjectMapper mapper;
    private final ObjectMapper reading;
    private final ObjectReader[] readers;
    private final ObjectWriter writer;

    FunctionConverter(FunctionTypes parsed, FunctionObjectMappers mappers) {
        this.mapper = mappers.writing();
        this.types = parsed.of(mapper);
        this.reading = mappers.reading();
        this.readers = types.parameters().stream().map(type -> type == null ? null : reading.readerFor(type))
                .toArray(ObjectReader[]::new);
        this.writer = isGeneric(types.result()) ? mapper.writerFor(types.result()) : mapper.writer();
    }

    private static boolean isGeneric(JavaType type) {
        return type != null && type.hasGenericTypes();
    }

    /**
     * Converts the arguments of a call.
     *
     * @param json an array: one value for each parameter that takes JSON
     * @return one for each parameter of the method
     * @throws ConversionException a validation error if a value does not fit its parameter
     */
    Object[] arguments(JsonNode json, CallContext context) {
        Object[] arguments = new Object[readers.length];
        int position = 0;
        for (int i = 0; i < arguments.length; i++) {
            arguments[i] = readers[i] == null ? context : argument(i, json.path(position++), context);
        }
        return arguments;
    }

    private Object argument(int index, JsonNode json, CallContext context) {
        JsonNode value = json.isMissingNode() ? NullNode.instance : json;
        JavaType type = types.parameters().get(index);
        if (type.isTypeOrSubTypeOf(JsonNode.class) && type.getRawClass().isInstance(value)) {
            // The instance's values are shared; a method may change its arguments.
            return value.deepCopy();
        }
        if (value.isNull() && type.isPrimitive()) {
            throw doesNotFit(index, value, null, context);
        }
        try {
            return readers[index].readValue(reading.treeAsTokens(value));
        } catch (IOException e) {
            throw doesNotFit(index, value, e, context);
        }
    }

    /**
     * Converts the result of a method.
     *
     * @return in canonical form; JSON null for null
     * @throws ConversionException a runtime error if Jackson cannot write it
     */
    JsonNode result(Object result, CallContext context) {
        if (result == null) {
            return NullNode.instance;
        }
        if (result instanceof JsonNode tree) {
            // The method may keep the tree and change it later.
            return JqValues.canonical(tree).deepCopy();
        }
        try (TokenBuffer tokens = new TokenBuffer(mapper, false)) {
            writer(result).writeValue(tokens, result);
            return JqValues.canonical(mapper.readTree(tokens.asParser()));
        } catch (JsonMappingException e) {
            throw cannotWrite(result, pointer(e), context);
        } catch (IOException e) {
            throw cannotWrite(result, "", context);
        }
    }

    /** Of the actual class, which may have more properties than the declared type, with the type arguments of the latter. */
    private ObjectWriter writer(Object result) {
        JavaType declared = types.result();
        if (!isGeneric(declared) || declared.isContainerType() || declared.isReferenceType()
                || declared.hasRawClass(result.getClass())) {
            return writer;
        }
        return mapper.writerFor(mapper.getTypeFactory().constructSpecializedType(declared, result.getClass(), true));
    }

    /** Has only the position and the type of a value: its content may be a secret. */
    private ConversionException doesNotFit(int index, JsonNode value, IOException failure, CallContext context) {
        String pointer = failure instanceof JsonMappingException e ? pointer(e) : "";
        Class<?> wanted = failure instanceof MismatchedInputException mismatch ? mismatch.getTargetType() : null;
        String detail = "The argument '" + types.function().parameters().get(index).name() + "' of " + types.function().label()
                + " does not fit: " + (pointer.isEmpty() ? "it" : pointer) + " is " + given(value.at(pointer))
                + ", which cannot be read as "
                + (wanted == null ? types.parameters().get(index).getRawClass() : wanted).getSimpleName()
                + ". Change what the task passes, or the type of the parameter.";
        return new ConversionException(
                WorkflowError.of(WorkflowError.Standard.VALIDATION, "Invalid argument", detail, context.task()));
    }

    private static String given(JsonNode value) {
        return switch (value.getNodeType()) {
            case ARRAY, OBJECT -> "an " + JqValues.typeName(value);
            case MISSING -> "missing";
            case NULL -> "null";
            default -> "a " + JqValues.typeName(value);
        };
    }

    private ConversionException cannotWrite(Object result, String pointer, CallContext context) {
        String detail = "The result of " + types.function().label() + ", a " + result.getClass().getSimpleName()
                + ", cannot be written as JSON" + (pointer.isEmpty() ? "" : " at " + pointer)
                + ". Return something that Jackson can write.";
        return new ConversionException(
                WorkflowError.of(WorkflowError.Standard.RUNTIME, "Invalid result", detail, context.task()));
    }

    /** Position in the value at which Jackson stopped. Its message is not used: it may repeat parts of the value. */
    private static String pointer(JsonMappingException e) {
        JsonPointer pointer = JsonPointer.empty();
        for (JsonMappingException.Reference reference : e.getPath()) {
            if (reference.getFieldName() != null) {
                pointer = pointer.appendProperty(reference.getFieldName());
            } else if (reference.getIndex() >= 0) {
                pointer = pointer.appendIndex(reference.getIndex());
            }
        }
        return pointer.toString();
    }
}

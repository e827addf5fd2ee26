package dev.cairn.value;

import java.io.IOException;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.LocalDate;
import java.util.Map;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

import com.fasterxml.jackson.annotation.JsonFormat.Shape;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.databind.DeserializationContext;

/** Kinds of Java scalar types that have shapes of their own, or can be read inexactly. */
enum JavaScalarKind {
    WHOLE,
    FLOATING,
    DECIMAL,
    BOOLEAN,
    CHARACTER,
    DATE,
    ENUM;

    private static final Map<Class<?>, JavaScalarKind> KINDS = Map.ofEntries(
            Map.entry(byte.class, WHOLE), Map.entry(Byte.class, WHOLE), Map.entry(short.class, WHOLE),
            Map.entry(Short.class, WHOLE), Map.entry(int.class, WHOLE), Map.entry(Integer.class, WHOLE),
            Map.entry(long.class, WHOLE), Map.entry(Long.class, WHOLE), Map.entry(BigInteger.class, WHOLE),
            Map.entry(AtomicInteger.class, WHOLE), Map.entry(AtomicLong.class, WHOLE),
            Map.entry(OptionalInt.class, WHOLE), Map.entry(OptionalLong.class, WHOLE),
            Map.entry(float.class, FLOATING), Map.entry(Float.class, FLOATING),
            Map.entry(double.class, FLOATING), Map.entry(Double.class, FLOATING), Map.entry(BigDecimal.class, DECIMAL),
            Map.entry(boolean.class, BOOLEAN), Map.entry(Boolean.class, BOOLEAN),
            Map.entry(char.class, CHARACTER), Map.entry(Character.class, CHARACTER), Map.entry(LocalDate.class, DATE));

    /** Null for any other type. */
    static JavaScalarKind of(Class<?> type) {
        return KINDS.get(type);
    }

    /** True if Jackson writes a text that holds the JSON of the value, if the shape is a string. */
    boolean canBeText() {
        return this == WHOLE || this == FLOATING || this == DECIMAL || this == BOOLEAN;
    }

    /** True if Jackson writes the value, which is no number itself, as a number. */
    boolean isNumber(Shape shape) {
        return switch (this) {
            case ENUM -> shape.isNumeric() || shape == Shape.ARRAY;
            case BOOLEAN -> shape.isNumeric();
            case DATE -> shape == Shape.NUMBER_INT;
            default -> false;
        };
    }

    /** Reads a value of such a shape. */
    Object ofNumber(JsonParser tokens, DeserializationContext context, Class<?> type) throws IOException {
        if (this == DATE) {
            return LocalDate.ofEpochDay(tokens.getLongValue());
        }
        Object[] values = this == BOOLEAN ? new Object[] { false, true } : type.getEnumConstants();
        int index = tokens.getIntValue();
        return index >= 0 && index < values.length ? values[index]
                : context.handleWeirdNumberValue(type, index, "there is no value of this number");
    }
}

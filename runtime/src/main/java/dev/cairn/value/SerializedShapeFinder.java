package dev.cairn.value;

import java.io.IOException;
import java.time.LocalDate;
import java.util.Arrays;
import java.util.List;
import java.util.function.BiPredicate;

import com.fasterxml.jackson.annotation.JsonFormat.Shape;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.ObjectWriter;
import com.fasterxml.jackson.databind.SerializationFeature;

/**
 * Finds the shapes that an application's mapper gives to scalars by its serializers, as modules set them. Only a serializer
 * knows its output, so each is asked for samples, once for each type that is read.
 */
final class SerializedShapeFinder {

    private final ObjectMapper application;

    SerializedShapeFinder(ObjectMapper application) {
        this.application = application;
    }

    /**
     * The shape of a type, as annotations would declare it; {@link Shape#ANY} for the usual shape, and for a shape that cannot be
     * read back.
     */
    Shape of(Class<?> type, JavaScalarKind kind) {
        if (kind.canBeText() && areWritten(type, kind, (sample, written) -> written.isTextual()
                && written.textValue().equals(sample.toString()))) {
            return Shape.STRING;
        }
        return areWritten(type, kind, (sample, written) -> written.isIntegralNumber()
                && written.longValue() == number(sample)) ? Shape.NUMBER_INT : Shape.ANY;
    }

    private boolean areWritten(Class<?> type, JavaScalarKind kind, BiPredicate<Object, JsonNode> expected) {
        List<?> samples = samples(type, kind);
        ObjectWriter writer = application.writerFor(type).without(SerializationFeature.WRAP_ROOT_VALUE);
        try {
            for (Object sample : samples) {
                if (!expected.test(sample, JsonCodec.read(writer.writeValueAsString(sample)))) {
                    return false;
                }
            }
            return !samples.isEmpty();
        } catch (IOException | RuntimeException notWritten) {
            // Neither can a value that a method gives.
            return false;
        }
    }

    private List<?> samples(Class<?> type, JavaScalarKind kind) {
        return switch (kind) {
            case WHOLE -> List.of(application.convertValue(7, type));
            case FLOATING, DECIMAL -> List.of(application.convertValue(1.5, type));
            case BOOLEAN -> List.of(true, false);
            case DATE -> List.of(LocalDate.of(2026, 11, 28));
            case ENUM -> Arrays.asList(type.getEnumConstants());
            case CHARACTER -> List.of();
        };
    }

    /** The number that stands for a sample that is not a number itself. For any other sample, a number that no sample has. */
    private static long number(Object sample) {
        if (sample instanceof Boolean truth) {
            return truth ? 1 : 0;
        }
        return sample instanceof Enum<?> constant ? constant.ordinal()
                : sample instanceof LocalDate date ? date.toEpochDay() : Long.MIN_VALUE;
    }
}

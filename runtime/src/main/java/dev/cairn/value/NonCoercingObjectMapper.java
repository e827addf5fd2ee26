package dev.cairn.value;

import java.net.URI;
import java.util.List;
import java.util.Locale;

import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.MapperFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.cfg.CoercionAction;
import com.fasterxml.jackson.databind.cfg.CoercionInputShape;
import com.fasterxml.jackson.databind.cfg.MutableCoercionConfig;
import com.fasterxml.jackson.databind.module.SimpleModule;
import com.fasterxml.jackson.databind.type.LogicalType;

/**
 * A mapper of an application that reads a value as it is or fails: it makes no whole number of a fraction, no number of null or text, no
 * text of a number. Modules, annotations and any other setting of the application hold.
 */
public final class NonCoercingObjectMapper extends ObjectMapper {

    private static final long serialVersionUID = 1L;

    /** Leaves the application's mapper as it is. Settings that are changed later are not seen here. */
    public NonCoercingObjectMapper(ObjectMapper application) {
        super(application);
        registerModule(new SimpleModule(NonCoercingObjectMapper.class.getName()).setDeserializerModifier(
                new StrictDeserializers(new SerializedShapeFinder(application))));
        _deserializationConfig = _deserializationConfig.without(MapperFeature.ALLOW_COERCION_OF_SCALARS)
                .without(DeserializationFeature.ACCEPT_FLOAT_AS_INT)
                .with(DeserializationFeature.FAIL_ON_NULL_FOR_PRIMITIVES);
        if (!isEnabled(SerializationFeature.WRITE_ENUMS_USING_INDEX)) {
            _deserializationConfig = _deserializationConfig.with(DeserializationFeature.FAIL_ON_NUMBERS_FOR_ENUMS);
        }
        // Identifiers, currencies and their like become null otherwise.
        coercionConfigFor(LogicalType.OtherScalar).setCoercion(CoercionInputShape.EmptyString, CoercionAction.Fail);
        for (Class<?> hasEmptyText : List.of(URI.class, Locale.class)) {
            coercionConfigFor(hasEmptyText).setCoercion(CoercionInputShape.EmptyString, CoercionAction.TryConvert);
        }
        MutableCoercionConfig text = coercionConfigFor(LogicalType.Textual);
        text.setCoercion(CoercionInputShape.Integer, CoercionAction.Fail);
        text.setCoercion(CoercionInputShape.Float, CoercionAction.Fail);
        text.setCoercion(CoercionInputShape.Boolean, CoercionAction.Fail);
        coercionConfigFor(Character.class).setCoercion(CoercionInputShape.Integer, CoercionAction.Fail);
        coercionConfigFor(char.class).setCoercion(CoercionInputShape.Integer, CoercionAction.Fail);
    }
}

package dev.cairn.value;

import com.fasterxml.jackson.annotation.JsonFormat;
import com.fasterxml.jackson.databind.BeanDescription;
import com.fasterxml.jackson.databind.DeserializationConfig;
import com.fasterxml.jackson.databind.JavaType;
import com.fasterxml.jackson.databind.JsonDeserializer;
import com.fasterxml.jackson.databind.deser.BeanDeserializerModifier;
import com.fasterxml.jackson.databind.deser.std.EnumDeserializer;
import com.fasterxml.jackson.databind.type.ArrayType;
import com.fasterxml.jackson.databind.type.ReferenceType;
import com.fasterxml.jackson.databind.util.ClassUtil;

/** Makes Jackson's deserializers of scalars exact. Deserializers of the application stay as they are. */
final class StrictDeserializers extends BeanDeserializerModifier {

    private static final long serialVersionUID = 1L;

    private final transient SerializedShapeFinder shapes;

    StrictDeserializers(SerializedShapeFinder shapes) {
        this.shapes = shapes;
    }

    @Override
    public JsonDeserializer<?> modifyDeserializer(DeserializationConfig config, BeanDescription bean,
            JsonDeserializer<?> deserializer) {
        JavaScalarKind kind = JavaScalarKind.of(bean.getBeanClass());
        boolean isExact = kind == null || !isOfJackson(deserializer);
        // The description of a boxed type is that of the primitive one, which may be written in another shape.
        return isExact ? deserializer
                : new ScalarDeserializer(deserializer, kind, shapes.of(deserializer.handledType(), kind));
    }

    /** Optional whole numbers. */
    @Override
    public JsonDeserializer<?> modifyReferenceDeserializer(DeserializationConfig config, ReferenceType type,
            BeanDescription bean, JsonDeserializer<?> deserializer) {
        return modifyDeserializer(config, bean, deserializer);
    }

    /** Dates and optional values have theirs in modules of Jackson. */
    private static boolean isOfJackson(JsonDeserializer<?> deserializer) {
        return ClassUtil.isJacksonStdImpl(deserializer)
                || deserializer.getClass().getName().startsWith("com.fasterxml.jackson.d");
    }

    @Override
    public JsonDeserializer<?> modifyEnumDeserializer(DeserializationConfig config, JavaType type, BeanDescription bean,
            JsonDeserializer<?> deserializer) {
        if (deserializer.getClass() != EnumDeserializer.class) {
            return deserializer;
        }
        JsonFormat.Value format = bean.findExpectedFormat();
        return new ScalarDeserializer(deserializer, JavaScalarKind.ENUM, format != null && format.hasShape() ? format.getShape()
                : shapes.of(bean.getBeanClass(), JavaScalarKind.ENUM));
    }

    @Override
    public JsonDeserializer<?> modifyArrayDeserializer(DeserializationConfig config, ArrayType type, BeanDescription bean,
            JsonDeserializer<?> deserializer) {
        JavaScalarKind kind = JavaScalarKind.of(type.getContentType().getRawClass());
        boolean isInexact = type.getContentType().isPrimitive()
                && (kind == JavaScalarKind.WHOLE || kind == JavaScalarKind.FLOATING)
                && isOfJackson(deserializer);
        return isInexact ? new ExactNumberArrayDeserializer(deserializer, kind, type.getContentType().getRawClass())
                : deserializer;
    }
}

package dev.cairn.value;

import java.io.IOException;
import java.math.BigInteger;

import com.fasterxml.jackson.annotation.JsonFormat;
import com.fasterxml.jackson.annotation.JsonFormat.Shape;
import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.databind.BeanProperty;
import com.fasterxml.jackson.databind.DeserializationContext;
import com.fasterxml.jackson.databind.JsonDeserializer;
import com.fasterxml.jackson.databind.JsonMappingException;
import com.fasterxml.jackson.databind.deser.std.DelegatingDeserializer;
import com.fasterxml.jackson.databind.node.BigIntegerNode;
import com.fasterxml.jackson.databind.node.TreeTraversingParser;
import com.fasterxml.jackson.databind.ser.std.ToStringSerializerBase;
import com.fasterxml.jackson.databind.util.ClassUtil;

/** Makes a deserializer of Jackson for one kind of scalar exact, and lets it read each shape that Jackson writes. */
final class ScalarDeserializer extends DelegatingDeserializer {

    private static final long serialVersionUID = 1L;

    private static final JsonFactory TEXTS = new JsonFactory();

    private final JavaScalarKind kind;
    private final Shape shape;

    /** @param shape of the type; that of a property comes before it */
    ScalarDeserializer(JsonDeserializer<?> standard, JavaScalarKind kind, Shape shape) {
        super(standard);
        this.kind = kind;
        this.shape = shape;
    }

    @Override
    protected JsonDeserializer<?> newDelegatingInstance(JsonDeserializer<?> standard) {
        return new ScalarDeserializer(standard, kind, shape);
    }

    @Override
    public JsonDeserializer<?> createContextual(DeserializationContext context, BeanProperty property)
            throws JsonMappingException {
        JsonDeserializer<?> standard = context.handleSecondaryContextualization(_delegatee, property,
                context.constructType(handledType()));
        JsonFormat.Value format = findFormatOverrides(context, property, handledType());
        boolean isSet = format != null && format.hasShape();
        return new ScalarDeserializer(standard, kind,
                isSet ? format.getShape() : isToString(context, property) ? Shape.STRING : shape);
    }

    /** {@code @JsonSerialize(using = ToStringSerializer.class)} is the other way to say {@link Shape#STRING} of a property. */
    private static boolean isToString(DeserializationContext context, BeanProperty property) {
        Object serializer = property == null || property.getMember() == null ? null
                : context.getAnnotationIntrospector().findSerializer(property.getMember());
        return serializer instanceof Class<?> type && ToStringSerializerBase.class.isAssignableFrom(type);
    }

    @Override
    public Object deserialize(JsonParser tokens, DeserializationContext context) throws IOException {
        if (shape == Shape.STRING && kind.canBeText() && tokens.hasToken(JsonToken.VALUE_STRING)) {
            try (JsonParser text = TEXTS.createParser(tokens.getText())) {
                JsonToken token = text.nextToken();
                if (token != null && token.isScalarValue() && token != JsonToken.VALUE_STRING
                        && token != JsonToken.VALUE_NULL) {
                    Object value = exact(text, context);
                    if (text.nextToken() == null) {
                        return value;
                    }
                }
            }
        }
        if (tokens.hasToken(JsonToken.VALUE_NUMBER_INT) && kind.isNumber(shape)) {
            return kind.ofNumber(tokens, context, handledType());
        }
        return exact(tokens, context);
    }

    private Object exact(JsonParser tokens, DeserializationContext context) throws IOException {
        if (kind == JavaScalarKind.FLOATING) {
            LosslessNumberCheck.checkFloating(tokens, context, handledType());
        }
        BigInteger whole = kind == JavaScalarKind.WHOLE ? LosslessNumberCheck.whole(tokens) : null;
        return super.deserialize(whole == null ? tokens : parser(whole, tokens), context);
    }

    private static JsonParser parser(BigInteger whole, JsonParser tokens) throws IOException {
        JsonParser parser = new TreeTraversingParser(BigIntegerNode.valueOf(whole), tokens.getCodec());
        parser.nextToken();
        return parser;
    }

    /**
     * A primitive value that is absent has the default of its type, as in a class without constructor. Null is refused. Jackson itself refuses
     * both or neither.
     */
    @Override
    public Object getAbsentValue(DeserializationContext context) throws JsonMappingException {
        return handledType().isPrimitive() ? ClassUtil.defaultValue(handledType()) : super.getAbsentValue(context);
    }
}

package dev.cairn.value;

import java.io.IOException;
import java.math.BigInteger;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.databind.DeserializationContext;
import com.fasterxml.jackson.databind.JsonDeserializer;
import com.fasterxml.jackson.databind.JsonMappingException;
import com.fasterxml.jackson.databind.deser.std.DelegatingDeserializer;
import com.fasterxml.jackson.databind.util.TokenBuffer;

/** Makes Jackson's own deserializer of an array of primitive numbers exact, which uses none for its elements. */
final class ExactNumberArrayDeserializer extends DelegatingDeserializer {

    private static final long serialVersionUID = 1L;

    private final JavaScalarKind kind;
    private final Class<?> component;

    ExactNumberArrayDeserializer(JsonDeserializer<?> standard, JavaScalarKind kind, Class<?> component) {
        super(standard);
        this.kind = kind;
        this.component = component;
    }

    @Override
    protected JsonDeserializer<?> newDelegatingInstance(JsonDeserializer<?> standard) {
        return new ExactNumberArrayDeserializer(standard, kind, component);
    }

    @Override
    public Object deserialize(JsonParser tokens, DeserializationContext context) throws IOException {
        if (!tokens.isExpectedStartArrayToken()) {
            return super.deserialize(tokens, context);
        }
        try (TokenBuffer exact = context.bufferForInputBuffering(tokens)) {
            exact.writeStartArray();
            for (int i = 0; tokens.nextToken() != JsonToken.END_ARRAY; i++) {
                copy(tokens, exact, context, i);
            }
            exact.writeEndArray();
            return super.deserialize(exact.asParserOnFirstToken(), context);
        }
    }

    private void copy(JsonParser tokens, TokenBuffer exact, DeserializationContext context, int index) throws IOException {
        if (kind == JavaScalarKind.FLOATING) {
            try {
                LosslessNumberCheck.checkFloating(tokens, context, component);
            } catch (JsonMappingException e) {
                throw JsonMappingException.wrapWithPath(e, exact, index);
            }
        }
        BigInteger whole = kind == JavaScalarKind.WHOLE ? LosslessNumberCheck.whole(tokens) : null;
        if (whole == null) {
            exact.copyCurrentStructure(tokens);
        } else {
            exact.writeNumber(whole);
        }
    }
}

package dev.cairn.value;

import java.io.IOException;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.util.JsonParserDelegate;

/** Shows {@code 5.0} as a whole number, which it is in JSON, to whoever takes no fractions. */
@SuppressWarnings("deprecation")
final class WholeNumberParser extends JsonParserDelegate {

    /** Doubles from here on do not fit into a long. */
    private static final double LONG_LIMIT = 0x1p63;

    WholeNumberParser(JsonParser tokens) {
        super(tokens);
    }

    private JsonToken shown(JsonToken token) {
        return token == JsonToken.VALUE_NUMBER_FLOAT && isWhole() ? JsonToken.VALUE_NUMBER_INT : token;
    }

    private boolean isWhole() {
        try {
            double value = delegate.getDoubleValue();
            return value == Math.rint(value) && Math.abs(value) < LONG_LIMIT;
        } catch (IOException noNumber) {
            return false;
        }
    }

    @Override
    public JsonToken nextToken() throws IOException {
        return shown(delegate.nextToken());
    }

    @Override
    public JsonToken nextValue() throws IOException {
        return shown(delegate.nextValue());
    }

    @Override
    public JsonToken currentToken() {
        return shown(delegate.currentToken());
    }

    @Override
    public JsonToken getCurrentToken() {
        return currentToken();
    }

    @Override
    public int currentTokenId() {
        JsonToken token = currentToken();
        return token == null ? 0 : token.id();
    }

    @Override
    public int getCurrentTokenId() {
        return currentTokenId();
    }

    @Override
    public boolean hasToken(JsonToken token) {
        return currentToken() == token;
    }

    @Override
    public boolean hasTokenId(int id) {
        return currentTokenId() == id;
    }

    @Override
    public boolean isExpectedNumberIntToken() {
        return currentToken() == JsonToken.VALUE_NUMBER_INT;
    }
}

package dev.cairn.integrations.messaging.mapping;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Base64;
import java.util.Map;
import java.util.TreeMap;

import dev.cairn.jq.tree.Expression;
import dev.cairn.jq.tree.ExpressionCodec;

/**
 * The expressions that give the attributes of events, as the build compiled them.
 *
 * @param expressions compiled expressions by the name of the attribute, in the text form of {@link #encode}
 */
public record EventMappingPlan(Map<String, String> expressions) {

    /** The name of the expression for the key by which messages are ordered. */
    public static final String KEY = "key";

    /** The variable that has the headers, key and address of the message. */
    public static final String MESSAGE_VARIABLE = "message";

    public EventMappingPlan {
        expressions = Map.copyOf(expressions);
    }

    /** The text form of a compiled expression. */
    public static String encode(Expression expression) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (DataOutputStream out = new DataOutputStream(bytes)) {
            ExpressionCodec.write(expression, out);
        } catch (IOException impossible) {
            throw new UncheckedIOException(impossible);
        }
        return Base64.getEncoder().encodeToString(bytes.toByteArray());
    }

    /** The compiled expressions by name. */
    Map<String, Expression> decoded() {
        Map<String, Expression> decoded = new TreeMap<>();
        expressions.forEach((name, text) -> {
            try (DataInputStream in = new DataInputStream(new ByteArrayInputStream(Base64.getDecoder().decode(text)))) {
                decoded.put(name, ExpressionCodec.read(in));
            } catch (IOException impossible) {
                throw new UncheckedIOException(impossible);
            }
        });
        return decoded;
    }
}

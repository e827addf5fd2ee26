package dev.cairn.jq.tree;

import java.io.DataInput;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

import dev.cairn.jq.tree.Expression.Entry;
import dev.cairn.jq.tree.Expression.TemplateField;
import dev.cairn.value.JsonCodec;
import dev.cairn.value.ValueException;

/** Reads the stored form of expressions. */
final class ExpressionBinaryReader {

    /** Levels of nesting; more than the parser lets through. */
    private static final int MAX_DEPTH = 1_000;

    private static final int MAX_BYTES = 64 * 1024 * 1024;

    private static final BinaryOperator[] OPERATORS = BinaryOperator.values();

    private final DataInput in;
    private int depth;

    ExpressionBinaryReader(DataInput in) {
        this.in = in;
    }

    Expression read() throws IOException {
        if (++depth > MAX_DEPTH) {
            throw new IOException("Stored expression is nested more than " + MAX_DEPTH + " levels deep");
        }
        Expression expression = read(in.readUnsignedByte());
        depth--;
        return expression;
    }

    private Expression read(int tag) throws IOException {
        return switch (tag) {
            case ExpressionTags.IDENTITY -> new Expression.Identity();
            case ExpressionTags.LITERAL -> literal();
            case ExpressionTags.VARIABLE -> new Expression.Variable(text());
            case ExpressionTags.LOCAL -> new Expression.Local(in.readInt());
            case ExpressionTags.FIELD -> new Expression.Field(read(), text());
            case ExpressionTags.INDEX -> new Expression.Index(read(), read());
            case ExpressionTags.SLICE -> new Expression.Slice(read(), optional(), optional());
            case ExpressionTags.ITERATE -> new Expression.Iterate(read());
            case ExpressionTags.OPTIONAL -> new Expression.Optional(read());
            case ExpressionTags.PIPE -> new Expression.Pipe(read(), read());
            case ExpressionTags.COMMA -> new Expression.Comma(read(), read());
            case ExpressionTags.NEGATE -> new Expression.Negate(read());
            case ExpressionTags.BINARY -> binary();
            case ExpressionTags.AND -> new Expression.And(read(), read());
            case ExpressionTags.OR -> new Expression.Or(read(), read());
            case ExpressionTags.ALTERNATIVE -> new Expression.Alternative(read(), read());
            case ExpressionTags.ASSIGN -> new Expression.Assign(read(), read());
            case ExpressionTags.UPDATE -> new Expression.Update(read(), read());
            case ExpressionTags.ARITHMETIC_UPDATE -> arithmeticUpdate();
            case ExpressionTags.ALTERNATIVE_UPDATE -> new Expression.AlternativeUpdate(read(), read());
            default -> readConstruction(tag);
        };
    }

    private Expression readConstruction(int tag) throws IOException {
        return switch (tag) {
            case ExpressionTags.ARRAY_CONSTRUCTION -> new Expression.ArrayConstruction(optional());
            case ExpressionTags.OBJECT_CONSTRUCTION -> objectConstruction();
            case ExpressionTags.ARRAY_TEMPLATE -> new Expression.ArrayTemplate(list());
            case ExpressionTags.OBJECT_TEMPLATE -> objectTemplate();
            case ExpressionTags.INTERPOLATION -> new Expression.Interpolation(optionalText(), list());
            case ExpressionTags.IF -> new Expression.If(read(), read(), read());
            case ExpressionTags.TRY -> new Expression.Try(read(), optional());
            case ExpressionTags.REDUCE -> reduce();
            case ExpressionTags.FOREACH -> foreach();
            case ExpressionTags.BIND -> bind();
            case ExpressionTags.DEFINE -> define();
            case ExpressionTags.CALL -> new Expression.Call(in.readInt(), list());
            case ExpressionTags.LABEL -> new Expression.Label(read());
            case ExpressionTags.BREAK -> new Expression.Break(in.readInt());
            case ExpressionTags.BUILTIN -> new Expression.Builtin(text(), list());
            default -> throw new IOException("Stored expression has the unknown tag " + tag
                    + "; it was written by another version");
        };
    }

    private Expression literal() throws IOException {
        try {
            return new Expression.Literal(JsonCodec.read(bytes()));
        } catch (ValueException e) {
            throw new IOException("Stored expression has a damaged literal", e);
        }
    }

    private Expression binary() throws IOException {
        Expression left = read();
        Expression right = read();
        return new Expression.Binary(operator(), left, right);
    }

    private Expression arithmeticUpdate() throws IOException {
        Expression target = read();
        Expression value = read();
        return new Expression.ArithmeticUpdate(operator(), target, value);
    }

    private BinaryOperator operator() throws IOException {
        int ordinal = in.readUnsignedByte();
        if (ordinal >= OPERATORS.length) {
            throw new IOException("Stored expression has the unknown operator " + ordinal);
        }
        return OPERATORS[ordinal];
    }

    private Expression objectConstruction() throws IOException {
        int size = in.readInt();
        List<Entry> entries = new ArrayList<>();
        for (int i = 0; i < size; i++) {
            entries.add(new Entry(read(), optional()));
        }
        return new Expression.ObjectConstruction(entries);
    }

    private Expression objectTemplate() throws IOException {
        int size = in.readInt();
        List<TemplateField> fields = new ArrayList<>();
        for (int i = 0; i < size; i++) {
            fields.add(new TemplateField(text(), read()));
        }
        return new Expression.ObjectTemplate(fields);
    }

    private Expression reduce() throws IOException {
        Expression source = read();
        Expression initial = read();
        Expression update = read();
        return new Expression.Reduce(source, patterns(), initial, update);
    }

    private Expression foreach() throws IOException {
        Expression source = read();
        Expression initial = read();
        Expression update = read();
        Expression extract = optional();
        return new Expression.Foreach(source, patterns(), initial, update, extract);
    }

    private Expression bind() throws IOException {
        Expression source = read();
        Expression body = read();
        return new Expression.Bind(source, patterns(), body);
    }

    private Expression define() throws IOException {
        Expression body = read();
        Expression rest = read();
        return new Expression.Define(text(), in.readInt(), body, rest);
    }

    private List<BindingPattern> patterns() throws IOException {
        int size = in.readInt();
        List<BindingPattern> patterns = new ArrayList<>();
        for (int i = 0; i < size; i++) {
            patterns.add(pattern());
        }
        return patterns;
    }

    private BindingPattern pattern() throws IOException {
        int tag = in.readUnsignedByte();
        return switch (tag) {
            case ExpressionTags.PATTERN_SINGLE -> new BindingPattern.Single(text());
            case ExpressionTags.PATTERN_ELEMENTS -> new BindingPattern.Elements(patterns());
            case ExpressionTags.PATTERN_FIELDS -> fields();
            default -> throw new IOException("Stored expression has the unknown pattern tag " + tag);
        };
    }

    private BindingPattern fields() throws IOException {
        int size = in.readInt();
        List<BindingPattern.FieldPattern> fields = new ArrayList<>();
        for (int i = 0; i < size; i++) {
            String name = optionalText();
            Expression key = read();
            List<BindingPattern> value = patterns();
            fields.add(new BindingPattern.FieldPattern(name, key, value.isEmpty() ? null : value.get(0)));
        }
        return new BindingPattern.Fields(fields);
    }

    private List<Expression> list() throws IOException {
        int size = in.readInt();
        List<Expression> list = new ArrayList<>();
        for (int i = 0; i < size; i++) {
            list.add(read());
        }
        return list;
    }

    private Expression optional() throws IOException {
        return in.readBoolean() ? read() : null;
    }

    private String optionalText() throws IOException {
        return in.readBoolean() ? text() : null;
    }

    private String text() throws IOException {
        return new String(bytes(), StandardCharsets.UTF_8);
    }

    private byte[] bytes() throws IOException {
        int size = in.readInt();
        if (size < 0 || size > MAX_BYTES) {
            throw new IOException("Stored expression has a text of " + size + " bytes");
        }
        byte[] bytes = new byte[size];
        in.readFully(bytes);
        return bytes;
    }
}

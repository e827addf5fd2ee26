package dev.cairn.jq.tree;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;

import dev.cairn.jq.builtin.BuiltinFunctions;

/**
 * A jq expression as an immutable tree. It is data: it has no behaviour, is compared by value and travels through
 * {@link ExpressionCodec}.
 *
 * <p>Names that an expression binds itself ({@code as $x}, {@code def f}, parameters and {@code label}) are resolved
 * by the parser: {@link Local}, {@link Call} and {@link Break} count the bindings outwards from where they stand, the
 * innermost being 0. Only names from outside stay names, as {@link Variable}.
 *
 * <p>No component is null unless its description says so; lists are unmodifiable.
 */
public sealed interface Expression {

    /** {@code .}: the input. */
    record Identity() implements Expression {}

    /** A constant. The value is shared by all evaluations and must never be changed. */
    record Literal(JsonNode value) implements Expression {
        public Literal {
            Objects.requireNonNull(value, "value");
        }
    }

    /** {@code $name} for a name that comes from outside, without the dollar sign. */
    record Variable(String name) implements Expression {
        public Variable {
            Objects.requireNonNull(name, "name");
        }
    }

    /** A variable that the expression itself binds. */
    record Local(int index) implements Expression {}

    /** {@code target.name}. */
    record Field(Expression target, String name) implements Expression {}

    /** {@code target[key]}; the key sees the same input as the target. */
    record Index(Expression target, Expression key) implements Expression {}

    /** {@code target[from:to]}; an end that is left out is null. */
    record Slice(Expression target, Expression from, Expression to) implements Expression {}

    /** {@code target[]}. */
    record Iterate(Expression target) implements Expression {}

    /**
     * {@code access?}, where the access is a field, an index, a slice or an iteration: gives nothing where the target is of
     * another kind. Errors of the target and the key are none of its business; for those there is {@link Try}.
     */
    record Optional(Expression access) implements Expression {}

    /** {@code left | right}. */
    record Pipe(Expression left, Expression right) implements Expression {}

    /** {@code left, right}. */
    record Comma(Expression left, Expression right) implements Expression {}

    /** {@code -operand}. */
    record Negate(Expression operand) implements Expression {}

    /** {@code left operator right}. */
    record Binary(BinaryOperator operator, Expression left, Expression right) implements Expression {}

    /** {@code left and right}. */
    record And(Expression left, Expression right) implements Expression {}

    /** {@code left or right}. */
    record Or(Expression left, Expression right) implements Expression {}

    /** {@code left // right}. */
    record Alternative(Expression left, Expression right) implements Expression {}

    /** {@code {key: value, …}}; several results of a key or value give several objects. */
    record ObjectConstruction(List<Entry> entries) implements Expression {
        public ObjectConstruction {
            entries = List.copyOf(entries);
        }
    }

    /** One {@code key: value} of an object construction; the value is null for a key alone, which gives the input's field. */
    record Entry(Expression key, Expression value) {}

    /** {@code [content]}; the content is null for {@code []}. */
    record ArrayConstruction(Expression content) implements Expression {}

    /** An object built of one result per field: none counts as null, several are an error. */
    record ObjectTemplate(List<TemplateField> fields) implements Expression {
        public ObjectTemplate {
            fields = List.copyOf(fields);
        }
    }

    /** One field of an object template. */
    record TemplateField(String key, Expression value) {}

    /** An array built of one result per element: none counts as null, several are an error. */
    record ArrayTemplate(List<Expression> elements) implements Expression {
        public ArrayTemplate {
            elements = List.copyOf(elements);
        }
    }

    /**
     * {@code "text \(part) text"} or {@code @format "text \(part) text"}. Literal parts stand as they are, the results
     * of all others are formatted; the format is null for plain text, and has no {@code @}.
     */
    record Interpolation(String format, List<Expression> parts) implements Expression {
        public Interpolation {
            parts = List.copyOf(parts);
        }
    }

    /** {@code if condition then consequent else otherwise end}; the last is {@link Identity} where none is written. */
    record If(Expression condition, Expression consequent, Expression otherwise) implements Expression {}

    /** {@code try body catch handler}, or {@code body?} with a null handler. */
    record Try(Expression body, Expression handler) implements Expression {}

    /** {@code reduce source as patterns (initial; update)}. */
    record Reduce(Expression source, List<BindingPattern> patterns, Expression initial, Expression update)
            implements Expression {
        public Reduce {
            patterns = List.copyOf(patterns);
        }
    }

    /** {@code foreach source as patterns (initial; update; extract)}; extract is null where it is left out. */
    record Foreach(Expression source, List<BindingPattern> patterns, Expression initial, Expression update,
            Expression extract) implements Expression {
        public Foreach {
            patterns = List.copyOf(patterns);
        }
    }

    /**
     * {@code source as patterns | body}. Several patterns are alternatives ({@code ?//}). The body sees the variables
     * of all patterns, as {@link BindingPattern#variables(List)} orders them: the last is the innermost.
     */
    record Bind(Expression source, List<BindingPattern> patterns, Expression body) implements Expression {
        public Bind {
            patterns = List.copyOf(patterns);
        }
    }

    /**
     * {@code def name(parameters): body; rest}. Both body and rest see the function; the body also sees its
     * parameters, of which the last is the innermost.
     */
    record Define(String name, int parameters, Expression body, Expression rest) implements Expression {}

    /** A call of a function that the expression defines, or of a parameter (which takes no arguments). */
    record Call(int index, List<Expression> arguments) implements Expression {
        public Call {
            arguments = List.copyOf(arguments);
        }
    }

    /** {@code label $name | body}. */
    record Label(Expression body) implements Expression {}

    /** {@code break $name}. */
    record Break(int index) implements Expression {}

    /** A call of a function of the language; {@link BuiltinFunctions} lists them. A format is one too, named {@code @name}. */
    record Builtin(String name, List<Expression> arguments) implements Expression {
        public Builtin {
            arguments = List.copyOf(arguments);
        }
    }

    /** {@code target = value}. */
    record Assign(Expression target, Expression value) implements Expression {}

    /** {@code target |= update}. */
    record Update(Expression target, Expression update) implements Expression {}

    /** {@code target operator= value}. */
    record ArithmeticUpdate(BinaryOperator operator, Expression target, Expression value) implements Expression {}

    /** {@code target //= value}. */
    record AlternativeUpdate(Expression target, Expression value) implements Expression {}

    /**
     * A constant.
     *
     * @param value a canonical value; shared, so it must not change afterwards
     */
    static Expression literal(JsonNode value) {
        return new Literal(value);
    }

    /**
     * An object whose fields each take exactly one result of their expression; a literal if all fields are.
     *
     * @param fields the keys in their order
     */
    static Expression object(Map<String, Expression> fields) {
        List<TemplateField> list = new ArrayList<>(fields.size());
        Map<String, JsonNode> values = new LinkedHashMap<>();
        fields.forEach((key, value) -> {
            list.add(new TemplateField(key, value));
            if (value instanceof Literal literal) {
                values.put(key, literal.value());
            }
        });
        return values.size() == list.size() ? new Literal(new ObjectNode(JsonNodeFactory.instance, values))
                : new ObjectTemplate(list);
    }

    /** An array whose elements each take exactly one result of their expression; a literal if all elements are. */
    static Expression array(List<Expression> elements) {
        ArrayNode values = JsonNodeFactory.instance.arrayNode(elements.size());
        for (Expression element : elements) {
            if (!(element instanceof Literal literal)) {
                return new ArrayTemplate(elements);
            }
            values.add(literal.value());
        }
        return new Literal(values);
    }
}

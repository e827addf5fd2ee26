package dev.cairn.jq.tree;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

import dev.cairn.value.JsonCodec;

class ExpressionCodecTest {

    private static final Expression A = new Expression.Field(new Expression.Identity(), "a");
    private static final Expression ONE = new Expression.Literal(JsonCodec.read("1"));
    private static final List<BindingPattern> PATTERNS = List.of(new BindingPattern.Single("x"),
            new BindingPattern.Elements(List.of(new BindingPattern.Single("y"), new BindingPattern.Single("z"))),
            new BindingPattern.Fields(List.of(new BindingPattern.FieldPattern("n", A, null),
                    new BindingPattern.FieldPattern(null, ONE, new BindingPattern.Single("v")))));

    /** At least one expression of each form, with its optional components there and missing. */
    static Stream<Expression> forms() {
        return Stream.of(
                new Expression.Identity(),
                new Expression.Literal(JsonCodec.read("{\"a\":[1,-2.5,null,true,\"\u00e9\\u0000\",12345678901234567890]}")),
                new Expression.Variable("context"),
                new Expression.Local(3),
                A,
                new Expression.Index(A, ONE),
                new Expression.Slice(A, ONE, A),
                new Expression.Slice(A, null, null),
                new Expression.Iterate(A),
                new Expression.Optional(A),
                new Expression.Pipe(A, ONE),
                new Expression.Comma(A, ONE),
                new Expression.Negate(A),
                new Expression.And(A, ONE),
                new Expression.Or(A, ONE),
                new Expression.Alternative(A, ONE),
                new Expression.ObjectConstruction(List.of(new Expression.Entry(A, ONE), new Expression.Entry(ONE, A))),
                new Expression.ArrayConstruction(A),
                new Expression.ArrayConstruction(null),
                new Expression.ObjectTemplate(List.of(new Expression.TemplateField("k", A))),
                new Expression.ArrayTemplate(List.of(A, ONE)),
                new Expression.Interpolation("csv", List.of(A, ONE)),
                new Expression.Interpolation(null, List.of()),
                new Expression.If(A, ONE, A),
                new Expression.Try(A, ONE),
                new Expression.Try(A, null),
                new Expression.Reduce(A, PATTERNS, ONE, A),
                new Expression.Foreach(A, PATTERNS, ONE, A, ONE),
                new Expression.Foreach(A, PATTERNS, ONE, A, null),
                new Expression.Bind(A, PATTERNS, ONE),
                new Expression.Define("f", 2, A, ONE),
                new Expression.Call(7, List.of(A, ONE)),
                new Expression.Label(A),
                new Expression.Break(1),
                new Expression.Builtin("map", List.of(A)),
                new Expression.Assign(A, ONE),
                new Expression.Update(A, ONE),
                new Expression.ArithmeticUpdate(BinaryOperator.MULTIPLY, A, ONE),
                new Expression.AlternativeUpdate(A, ONE),
                new Expression.Binary(BinaryOperator.ADD, A, ONE));
    }

    @ParameterizedTest
    @MethodSource("forms")
    void readsWhatItWrote(Expression expression) throws IOException {
        byte[] bytes = write(expression);
        DataInputStream in = new DataInputStream(new ByteArrayInputStream(bytes));
        assertThat(ExpressionCodec.read(in)).isEqualTo(expression);
        assertThat(in.available()).isZero();
    }

    @ParameterizedTest
    @EnumSource(BinaryOperator.class)
    void readsEveryOperator(BinaryOperator operator) throws IOException {
        Expression expression = new Expression.Binary(operator, A, ONE);
        assertThat(read(write(expression))).isEqualTo(expression);
    }

    @Test
    void knowsEveryForm() {
        Set<Class<?>> written = forms().map(Object::getClass).collect(Collectors.toSet());
        assertThat(written).containsExactlyInAnyOrder(Expression.class.getPermittedSubclasses());
        Set<Class<?>> patterns = PATTERNS.stream().map(Object::getClass).collect(Collectors.toSet());
        assertThat(patterns).containsExactlyInAnyOrder(BindingPattern.class.getPermittedSubclasses());
    }

    @Test
    void visitsTheChildrenOfEveryForm() {
        forms().forEach(expression -> {
            long components = Stream.of(expression.getClass().getRecordComponents())
                    .filter(component -> component.getType() == Expression.class || component.getType() == List.class).count();
            boolean hasParts = components > 0 && !expression.equals(new Expression.Interpolation(null, List.of()))
                    && !expression.equals(new Expression.ArrayConstruction(null));
            assertThat(!ExpressionChildren.of(expression).isEmpty()).as(expression.toString()).isEqualTo(hasParts);
        });
    }

    @Test
    void hasNoClassNames() throws IOException {
        for (Expression expression : forms().toList()) {
            assertThat(new String(write(expression), StandardCharsets.ISO_8859_1)).doesNotContain("dev.cairn",
                    expression.getClass().getSimpleName() + "@");
        }
    }

    @Test
    void refusesWhatItDoesNotKnow() {
        assertThatThrownBy(() -> read(new byte[] { 99 })).isInstanceOf(IOException.class)
                .hasMessageContaining("unknown tag 99");
        byte[] operator = { ExpressionTags.BINARY, ExpressionTags.IDENTITY, ExpressionTags.IDENTITY, 50 };
        assertThatThrownBy(() -> read(operator)).isInstanceOf(IOException.class).hasMessageContaining("unknown operator 50");
        byte[] text = { ExpressionTags.VARIABLE, -1, -1, -1, -1 };
        assertThatThrownBy(() -> read(text)).isInstanceOf(IOException.class).hasMessageContaining("-1 bytes");
        byte[] literal = { ExpressionTags.LITERAL, 0, 0, 0, 1, '{' };
        assertThatThrownBy(() -> read(literal)).isInstanceOf(IOException.class).hasMessageContaining("damaged literal");
    }

    @Test
    void refusesWhatEndsTooEarly() throws IOException {
        for (Expression expression : forms().toList()) {
            byte[] bytes = write(expression);
            for (int length = 0; length < bytes.length; length++) {
                byte[] cut = Arrays.copyOf(bytes, length);
                assertThatThrownBy(() -> read(cut)).isInstanceOf(EOFException.class);
            }
        }
    }

    @Test
    void refusesWhatIsNestedTooDeep() {
        byte[] bytes = new byte[100_000];
        Arrays.fill(bytes, (byte) ExpressionTags.NEGATE);
        assertThatThrownBy(() -> read(bytes)).isInstanceOf(IOException.class).hasMessageContaining("levels deep");
    }

    private static byte[] write(Expression expression) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        ExpressionCodec.write(expression, new DataOutputStream(bytes));
        return bytes.toByteArray();
    }

    private static Expression read(byte[] bytes) throws IOException {
        return ExpressionCodec.read(new DataInputStream(new ByteArrayInputStream(bytes)));
    }
}

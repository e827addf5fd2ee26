package dev.cairn.jq.tree;

import java.io.DataOutput;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;

import dev.cairn.jq.tree.Expression.Alternative;
import dev.cairn.jq.tree.Expression.AlternativeUpdate;
import dev.cairn.jq.tree.Expression.And;
import dev.cairn.jq.tree.Expression.ArithmeticUpdate;
import dev.cairn.jq.tree.Expression.ArrayConstruction;
import dev.cairn.jq.tree.Expression.ArrayTemplate;
import dev.cairn.jq.tree.Expression.Assign;
import dev.cairn.jq.tree.Expression.Binary;
import dev.cairn.jq.tree.Expression.Bind;
import dev.cairn.jq.tree.Expression.Break;
import dev.cairn.jq.tree.Expression.Builtin;
import dev.cairn.jq.tree.Expression.Call;
import dev.cairn.jq.tree.Expression.Comma;
import dev.cairn.jq.tree.Expression.Define;
import dev.cairn.jq.tree.Expression.Entry;
import dev.cairn.jq.tree.Expression.Field;
import dev.cairn.jq.tree.Expression.Foreach;
import dev.cairn.jq.tree.Expression.Identity;
import dev.cairn.jq.tree.Expression.If;
import dev.cairn.jq.tree.Expression.Index;
import dev.cairn.jq.tree.Expression.Interpolation;
import dev.cairn.jq.tree.Expression.Iterate;
import dev.cairn.jq.tree.Expression.Label;
import dev.cairn.jq.tree.Expression.Literal;
import dev.cairn.jq.tree.Expression.Local;
import dev.cairn.jq.tree.Expression.Negate;
import dev.cairn.jq.tree.Expression.ObjectConstruction;
import dev.cairn.jq.tree.Expression.ObjectTemplate;
import dev.cairn.jq.tree.Expression.Optional;
import dev.cairn.jq.tree.Expression.Or;
import dev.cairn.jq.tree.Expression.Pipe;
import dev.cairn.jq.tree.Expression.Reduce;
import dev.cairn.jq.tree.Expression.Slice;
import dev.cairn.jq.tree.Expression.TemplateField;
import dev.cairn.jq.tree.Expression.Try;
import dev.cairn.jq.tree.Expression.Update;
import dev.cairn.jq.tree.Expression.Variable;
import dev.cairn.value.JsonCodec;

/** Writes expressions in their binary stored form. */
final class ExpressionBinaryWriter {

    private final DataOutput out;

    ExpressionBinaryWriter(DataOutput out) {
        this.out = out;
    }

    void write(Expression expression) throws IOException {
        if (expression instanceof Identity) {
            tag(ExpressionTags.IDENTITY);
        } else if (expression instanceof Literal literal) {
            tag(ExpressionTags.LITERAL);
            bytes(JsonCodec.write(literal.value()));
        } else if (expression instanceof Variable variable) {
            tag(ExpressionTags.VARIABLE);
            text(variable.name());
        } else if (expression instanceof Local local) {
            tag(ExpressionTags.LOCAL);
            out.writeInt(local.index());
        } else if (expression instanceof Field field) {
            tag(ExpressionTags.FIELD, field.target());
            text(field.name());
        } else if (expression instanceof Index index) {
            tag(ExpressionTags.INDEX, index.target(), index.key());
        } else if (expression instanceof Slice slice) {
            tag(ExpressionTags.SLICE, slice.target());
            optional(slice.from());
            optional(slice.to());
        } else if (expression instanceof Iterate iterate) {
            tag(ExpressionTags.ITERATE, iterate.target());
        } else if (expression instanceof Optional optional) {
            tag(ExpressionTags.OPTIONAL, optional.access());
        } else if (expression instanceof Pipe pipe) {
            tag(ExpressionTags.PIPE, pipe.left(), pipe.right());
        } else if (expression instanceof Comma comma) {
            tag(ExpressionTags.COMMA, comma.left(), comma.right());
        } else {
            writeOperator(expression);
        }
    }

    private void writeOperator(Expression expression) throws IOException {
        if (expression instanceof Negate negate) {
            tag(ExpressionTags.NEGATE, negate.operand());
        } else if (expression instanceof Binary binary) {
            tag(ExpressionTags.BINARY, binary.left(), binary.right());
            out.writeByte(binary.operator().ordinal());
        } else if (expression instanceof And and) {
            tag(ExpressionTags.AND, and.left(), and.right());
        } else if (expression instanceof Or or) {
            tag(ExpressionTags.OR, or.left(), or.right());
        } else if (expression instanceof Alternative alternative) {
            tag(ExpressionTags.ALTERNATIVE, alternative.left(), alternative.right());
        } else if (expression instanceof Assign assign) {
            tag(ExpressionTags.ASSIGN, assign.target(), assign.value());
        } else if (expression instanceof Update update) {
            tag(ExpressionTags.UPDATE, update.target(), update.update());
        } else if (expression instanceof ArithmeticUpdate update) {
            tag(ExpressionTags.ARITHMETIC_UPDATE, update.target(), update.value());
            out.writeByte(update.operator().ordinal());
        } else if (expression instanceof AlternativeUpdate update) {
            tag(ExpressionTags.ALTERNATIVE_UPDATE, update.target(), update.value());
        } else {
            writeConstruction(expression);
        }
    }

    private void writeConstruction(Expression expression) throws IOException {
        if (expression instanceof ArrayConstruction array) {
            tag(ExpressionTags.ARRAY_CONSTRUCTION);
            optional(array.content());
        } else if (expression instanceof ObjectConstruction object) {
            tag(ExpressionTags.OBJECT_CONSTRUCTION);
            out.writeInt(object.entries().size());
            for (Entry entry : object.entries()) {
                write(entry.key());
                optional(entry.value());
            }
        } else if (expression instanceof ObjectTemplate template) {
            tag(ExpressionTags.OBJECT_TEMPLATE);
            out.writeInt(template.fields().size());
            for (TemplateField field : template.fields()) {
                text(field.key());
                write(field.value());
            }
        } else if (expression instanceof ArrayTemplate template) {
            tag(ExpressionTags.ARRAY_TEMPLATE);
            list(template.elements());
        } else if (expression instanceof Interpolation interpolation) {
            tag(ExpressionTags.INTERPOLATION);
            optionalText(interpolation.format());
            list(interpolation.parts());
        } else {
            writeFlow(expression);
        }
    }

    private void writeFlow(Expression expression) throws IOException {
        if (expression instanceof If choice) {
            tag(ExpressionTags.IF, choice.condition(), choice.consequent(), choice.otherwise());
        } else if (expression instanceof Try attempt) {
            tag(ExpressionTags.TRY, attempt.body());
            optional(attempt.handler());
        } else if (expression instanceof Reduce reduce) {
            tag(ExpressionTags.REDUCE, reduce.source(), reduce.initial(), reduce.update());
            patterns(reduce.patterns());
        } else if (expression instanceof Foreach foreach) {
            tag(ExpressionTags.FOREACH, foreach.source(), foreach.initial(), foreach.update());
            optional(foreach.extract());
            patterns(foreach.patterns());
        } else if (expression instanceof Bind bind) {
            tag(ExpressionTags.BIND, bind.source(), bind.body());
            patterns(bind.patterns());
        } else {
            writeFunction(expression);
        }
    }

    private void writeFunction(Expression expression) throws IOException {
        if (expression instanceof Define define) {
            tag(ExpressionTags.DEFINE, define.body(), define.rest());
            text(define.name());
            out.writeInt(define.parameters());
        } else if (expression instanceof Call call) {
            tag(ExpressionTags.CALL);
            out.writeInt(call.index());
            list(call.arguments());
        } else if (expression instanceof Label label) {
            tag(ExpressionTags.LABEL, label.body());
        } else if (expression instanceof Break leave) {
            tag(ExpressionTags.BREAK);
            out.writeInt(leave.index());
        } else if (expression instanceof Builtin builtin) {
            tag(ExpressionTags.BUILTIN);
            text(builtin.name());
            list(builtin.arguments());
        } else {
            throw new IllegalArgumentException("Form without a tag: " + expression.getClass().getSimpleName());
        }
    }

    private void pattern(BindingPattern pattern) throws IOException {
        if (pattern instanceof BindingPattern.Single single) {
            tag(ExpressionTags.PATTERN_SINGLE);
            text(single.name());
        } else if (pattern instanceof BindingPattern.Elements elements) {
            tag(ExpressionTags.PATTERN_ELEMENTS);
            patterns(elements.patterns());
        } else if (pattern instanceof BindingPattern.Fields fields) {
            tag(ExpressionTags.PATTERN_FIELDS);
            out.writeInt(fields.fields().size());
            for (BindingPattern.FieldPattern field : fields.fields()) {
                optionalText(field.name());
                write(field.key());
                patterns(field.value() == null ? List.of() : List.of(field.value()));
            }
        }
    }

    private void patterns(List<BindingPattern> patterns) throws IOException {
        out.writeInt(patterns.size());
        for (BindingPattern pattern : patterns) {
            pattern(pattern);
        }
    }

    private void tag(int tag, Expression... parts) throws IOException {
        out.writeByte(tag);
        for (Expression part : parts) {
            write(part);
        }
    }

    private void list(List<Expression> expressions) throws IOException {
        out.writeInt(expressions.size());
        for (Expression expression : expressions) {
            write(expression);
        }
    }

    private void optional(Expression expression) throws IOException {
        out.writeBoolean(expression != null);
        if (expression != null) {
            write(expression);
        }
    }

    private void optionalText(String text) throws IOException {
        out.writeBoolean(text != null);
        if (text != null) {
            text(text);
        }
    }

    private void text(String text) throws IOException {
        bytes(text.getBytes(StandardCharsets.UTF_8));
    }

    private void bytes(byte[] bytes) throws IOException {
        out.writeInt(bytes.length);
        out.write(bytes);
    }
}

package dev.cairn.jq.tree;

import java.util.ArrayList;
import java.util.List;

/** The direct parts of an expression, those of patterns included. */
public final class ExpressionChildren {

    private ExpressionChildren() {}

    public static List<Expression> of(Expression expression) {
        List<Expression> children = new ArrayList<>();
        collect(expression, children);
        return children;
    }

    private static void add(List<Expression> children, Expression... parts) {
        for (Expression part : parts) {
            if (part != null) {
                children.add(part);
            }
        }
    }

    private static void collect(Expression expression, List<Expression> children) {
        if (expression instanceof Expression.Field field) {
            add(children, field.target());
        } else if (expression instanceof Expression.Index index) {
            add(children, index.target(), index.key());
        } else if (expression instanceof Expression.Slice slice) {
            add(children, slice.target(), slice.from(), slice.to());
        } else if (expression instanceof Expression.Iterate iterate) {
            add(children, iterate.target());
        } else if (expression instanceof Expression.Optional optional) {
            add(children, optional.access());
        } else if (expression instanceof Expression.Pipe pipe) {
            add(children, pipe.left(), pipe.right());
        } else if (expression instanceof Expression.Comma comma) {
            add(children, comma.left(), comma.right());
        } else if (expression instanceof Expression.If choice) {
            add(children, choice.condition(), choice.consequent(), choice.otherwise());
        } else if (expression instanceof Expression.Try attempt) {
            add(children, attempt.body(), attempt.handler());
        } else if (expression instanceof Expression.Define define) {
            add(children, define.body(), define.rest());
        } else if (expression instanceof Expression.Call call) {
            children.addAll(call.arguments());
        } else if (expression instanceof Expression.Builtin builtin) {
            children.addAll(builtin.arguments());
        } else if (expression instanceof Expression.Label label) {
            add(children, label.body());
        } else {
            collectOperator(expression, children);
        }
    }

    private static void collectOperator(Expression expression, List<Expression> children) {
        if (expression instanceof Expression.Negate negate) {
            add(children, negate.operand());
        } else if (expression instanceof Expression.Binary binary) {
            add(children, binary.left(), binary.right());
        } else if (expression instanceof Expression.And and) {
            add(children, and.left(), and.right());
        } else if (expression instanceof Expression.Or or) {
            add(children, or.left(), or.right());
        } else if (expression instanceof Expression.Alternative alternative) {
            add(children, alternative.left(), alternative.right());
        } else if (expression instanceof Expression.Assign assign) {
            add(children, assign.target(), assign.value());
        } else if (expression instanceof Expression.Update update) {
            add(children, update.target(), update.update());
        } else if (expression instanceof Expression.ArithmeticUpdate update) {
            add(children, update.target(), update.value());
        } else if (expression instanceof Expression.AlternativeUpdate update) {
            add(children, update.target(), update.value());
        } else {
            collectConstruction(expression, children);
        }
    }

    private static void collectConstruction(Expression expression, List<Expression> children) {
        if (expression instanceof Expression.ArrayConstruction array) {
            add(children, array.content());
        } else if (expression instanceof Expression.ArrayTemplate template) {
            children.addAll(template.elements());
        } else if (expression instanceof Expression.ObjectConstruction object) {
            object.entries().forEach(entry -> add(children, entry.key(),
                    entry.value() == null ? new Expression.Identity() : entry.value()));
        } else if (expression instanceof Expression.ObjectTemplate template) {
            template.fields().forEach(field -> children.add(field.value()));
        } else if (expression instanceof Expression.Interpolation interpolation) {
            children.addAll(interpolation.parts());
        } else if (expression instanceof Expression.Bind bind) {
            add(children, bind.source(), bind.body());
            collectPatterns(bind.patterns(), children);
        } else if (expression instanceof Expression.Reduce reduce) {
            add(children, reduce.source(), reduce.initial(), reduce.update());
            collectPatterns(reduce.patterns(), children);
        } else if (expression instanceof Expression.Foreach foreach) {
            add(children, foreach.source(), foreach.initial(), foreach.update(), foreach.extract());
            collectPatterns(foreach.patterns(), children);
        }
    }

    private static void collectPatterns(List<BindingPattern> patterns, List<Expression> children) {
        for (BindingPattern pattern : patterns) {
            if (pattern instanceof BindingPattern.Elements elements) {
                collectPatterns(elements.patterns(), children);
            } else if (pattern instanceof BindingPattern.Fields fields) {
                for (BindingPattern.FieldPattern field : fields.fields()) {
                    children.add(field.key());
                    if (field.value() != null) {
                        collectPatterns(List.of(field.value()), children);
                    }
                }
            }
        }
    }
}

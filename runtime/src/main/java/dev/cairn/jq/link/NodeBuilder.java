package dev.cairn.jq.link;

import java.util.List;
import java.util.Set;
import java.util.function.BiFunction;
import java.util.function.Function;

import com.fasterxml.jackson.databind.node.NullNode;
import com.fasterxml.jackson.databind.node.TextNode;

import dev.cairn.jq.VariableReader;
import dev.cairn.jq.builtin.BuiltinFunctions;
import dev.cairn.jq.builtin.FormatBuiltins;
import dev.cairn.jq.node.AccessNodes;
import dev.cairn.jq.node.AssignNodes;
import dev.cairn.jq.node.CachedNodes;
import dev.cairn.jq.node.ConstructionNodes;
import dev.cairn.jq.node.ControlFlowNodes;
import dev.cairn.jq.node.DefinedFunctionNodes;
import dev.cairn.jq.node.EvaluationNode;
import dev.cairn.jq.node.LeafNodes;
import dev.cairn.jq.node.LoopBuiltinNodes;
import dev.cairn.jq.node.OperatorNodes;
import dev.cairn.jq.node.ResultFilterNodes;
import dev.cairn.jq.tree.BindingPattern;
import dev.cairn.jq.tree.Expression;
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
import dev.cairn.jq.value.TextFormat;
import dev.cairn.jq.value.ValueOperators;

/** Builds the code of one expression. */
final class NodeBuilder {

    private final Function<String, VariableReader> variables;
    /** Null, or gives code to run instead of that of an expression. */
    private final BiFunction<Expression, EvaluationNode, EvaluationNode> watcher;
    private boolean usesCalls;
    private int keepers;

    NodeBuilder(Function<String, VariableReader> variables, BiFunction<Expression, EvaluationNode, EvaluationNode> watcher) {
        this.variables = variables;
        this.watcher = watcher;
    }

    /** True if evaluation has to count calls. */
    boolean usesCalls() {
        return usesCalls;
    }

    /** Number of parts of the code that keep their result during an evaluation. */
    int keepers() {
        return keepers;
    }

    EvaluationNode build(Expression expression, LinkScope scope) {
        EvaluationNode code = code(expression, scope);
        return watcher == null ? code : watcher.apply(expression, code);
    }

    private EvaluationNode code(Expression expression, LinkScope scope) {
        if (expression instanceof Identity) {
            return LeafNodes.Input.INSTANCE;
        } else if (expression instanceof Literal literal) {
            return new LeafNodes.Constant(literal.value());
        } else if (expression instanceof Variable variable) {
            return variable(variable);
        } else if (expression instanceof Local local) {
            return new LeafNodes.LocalVariable(scope.localIndex(local.index()));
        } else if (expression instanceof Optional optional) {
            return access(optional.access(), true, scope);
        } else if (expression instanceof Pipe pipe) {
            return ControlFlowNodes.pipe(build(pipe.left(), scope), build(pipe.right(), scope));
        } else if (expression instanceof Comma comma) {
            return new ControlFlowNodes.Comma(build(comma.left(), scope), build(comma.right(), scope));
        }
        return access(expression, false, scope);
    }

    private EvaluationNode access(Expression expression, boolean isOptional, LinkScope scope) {
        if (expression instanceof Field field) {
            EvaluationNode target = build(field.target(), scope);
            return isOptional
                    ? new AccessNodes.Index(target, new LeafNodes.Constant(TextNode.valueOf(field.name())), true)
                    : AccessNodes.Field.of(target, field.name());
        } else if (expression instanceof Index index) {
            return new AccessNodes.Index(build(index.target(), scope), build(index.key(), scope), isOptional);
        } else if (expression instanceof Slice slice) {
            return new AccessNodes.Slice(build(slice.target(), scope), end(slice.from(), scope), end(slice.to(), scope),
                    isOptional);
        } else if (expression instanceof Iterate iterate) {
            return new AccessNodes.Iterate(build(iterate.target(), scope), isOptional);
        } else if (isOptional) {
            throw new IllegalArgumentException("Not an access: " + expression.getClass().getSimpleName());
        }
        return operator(expression, scope);
    }

    private EvaluationNode operator(Expression expression, LinkScope scope) {
        if (expression instanceof Negate negate) {
            return new OperatorNodes.Negate(build(negate.operand(), scope));
        } else if (expression instanceof Binary binary) {
            return OperatorNodes.binary(binary.operator(), build(binary.left(), scope), build(binary.right(), scope));
        } else if (expression instanceof And and) {
            return new OperatorNodes.Logic(build(and.left(), scope), build(and.right(), scope), false);
        } else if (expression instanceof Or or) {
            return new OperatorNodes.Logic(build(or.left(), scope), build(or.right(), scope), true);
        } else if (expression instanceof Alternative alternative) {
            return new OperatorNodes.Alternative(build(alternative.left(), scope), build(alternative.right(), scope));
        } else if (expression instanceof Assign assign) {
            return new AssignNodes.Assign(build(assign.target(), scope), build(assign.value(), scope));
        } else if (expression instanceof Update update) {
            return new AssignNodes.Update(build(update.target(), scope), build(update.update(), scope));
        } else if (expression instanceof ArithmeticUpdate update) {
            return new AssignNodes.ArithmeticUpdate(ValueOperators.of(update.operator()), build(update.target(), scope),
                    build(update.value(), scope));
        } else if (expression instanceof AlternativeUpdate update) {
            return new AssignNodes.ArithmeticUpdate(AssignNodes.ALTERNATIVE, build(update.target(), scope),
                    build(update.value(), scope));
        }
        return construction(expression, scope);
    }

    private EvaluationNode construction(Expression expression, LinkScope scope) {
        if (expression instanceof ArrayConstruction array) {
            return array(array, scope);
        } else if (expression instanceof ArrayTemplate template) {
            return new ConstructionNodes.FixedArray(template.elements().stream()
                    .map(element -> ConstructionNodes.Single.of(build(element, scope))).toArray(EvaluationNode[]::new));
        } else if (expression instanceof ObjectTemplate template) {
            List<TemplateField> fields = template.fields();
            return new ConstructionNodes.FixedObject(fields.stream().map(TemplateField::key).toArray(String[]::new),
                    fields.stream().map(field -> ConstructionNodes.Single.of(build(field.value(), scope)))
                            .toArray(EvaluationNode[]::new));
        } else if (expression instanceof ObjectConstruction object) {
            return object(object, scope);
        } else if (expression instanceof Interpolation interpolation) {
            return interpolation(interpolation, scope);
        }
        return flow(expression, scope);
    }

    private EvaluationNode flow(Expression expression, LinkScope scope) {
        if (expression instanceof If choice) {
            return new ControlFlowNodes.If(build(choice.condition(), scope), build(choice.consequent(), scope),
                    build(choice.otherwise(), scope));
        } else if (expression instanceof Try attempt) {
            return new ControlFlowNodes.Try(build(attempt.body(), scope),
                    attempt.handler() == null ? null : build(attempt.handler(), scope));
        } else if (expression instanceof Bind bind) {
            return bind(bind, scope);
        } else if (expression instanceof Reduce reduce) {
            return new BindingNodes.Reduce(build(reduce.source(), scope), patterns(reduce.patterns(), scope),
                    build(reduce.initial(), scope), build(reduce.update(), bound(reduce.patterns(), scope)),
                    growing(reduce.update(), bound(reduce.patterns(), scope)));
        } else if (expression instanceof Foreach foreach) {
            LinkScope bound = bound(foreach.patterns(), scope);
            return new BindingNodes.Foreach(build(foreach.source(), scope), patterns(foreach.patterns(), scope),
                    build(foreach.initial(), scope), build(foreach.update(), bound),
                    foreach.extract() == null ? LeafNodes.Input.INSTANCE : build(foreach.extract(), bound));
        } else if (expression instanceof Label label) {
            return new ControlFlowNodes.Label(build(label.body(), scope.bind()));
        } else if (expression instanceof Break leave) {
            return new ControlFlowNodes.Break(scope.localIndex(leave.index()));
        } else if (expression instanceof Define define) {
            return build(define.rest(), scope.define(define));
        } else if (expression instanceof Call call) {
            return call(call, scope);
        } else if (expression instanceof Builtin builtin) {
            usesCalls |= BuiltinFunctions.recurses(builtin);
            return BuiltinFunctions.create(builtin, all(builtin.arguments(), scope));
        }
        throw new IllegalArgumentException("Unknown form of expression: " + expression.getClass().getSimpleName());
    }

    private InPlaceUpdate growing(Expression update, LinkScope scope) {
        InPlaceUpdate flat = InPlaceUpdate.of(this, update, scope);
        return flat != null ? flat : InPlaceUpdate.inside(this, update, scope);
    }

    private EvaluationNode[] all(List<Expression> expressions, LinkScope scope) {
        return expressions.stream().map(expression -> build(expression, scope)).toArray(EvaluationNode[]::new);
    }

    private EvaluationNode end(Expression end, LinkScope scope) {
        return end == null ? new LeafNodes.Constant(NullNode.instance) : build(end, scope);
    }

    private EvaluationNode variable(Variable variable) {
        VariableReader reader = variables.apply(variable.name());
        if (reader == null) {
            throw new IllegalArgumentException("No reader for variable $" + variable.name());
        }
        return new LeafNodes.OuterVariable(reader);
    }

    private EvaluationNode array(ArrayConstruction array, LinkScope scope) {
        EvaluationNode content = array.content() == null ? new ResultFilterNodes.Empty() : build(array.content(), scope);
        EvaluationNode code = LoopBuiltinNodes.collect(content);
        Set<Expression> variables = content.isDirect() || !code.isDirect() ? null : InputIndependenceAnalysis.variables(array);
        return variables == null ? code : new CachedNodes.Keep(code, all(List.copyOf(variables), scope), keepers++);
    }

    private EvaluationNode object(ObjectConstruction object, LinkScope scope) {
        List<Entry> entries = object.entries();
        EvaluationNode[] values = entries.stream().map(entry -> entry.value() == null ? null : build(entry.value(), scope))
                .toArray(EvaluationNode[]::new);
        boolean isFixed = entries.stream()
                .allMatch(entry -> entry.key() instanceof Literal key && key.value().isTextual());
        if (isFixed && EvaluationNode.most(values) != EvaluationNode.MANY) {
            String[] keys = entries.stream().map(entry -> ((Literal) entry.key()).value().textValue().intern())
                    .toArray(String[]::new);
            ConstructionNodes.FixedObject fixed = new ConstructionNodes.FixedObject(keys, values);
            return fixed.isConstant() ? new LeafNodes.Constant(fixed.eval(null, null, null)) : fixed;
        }
        return new ConstructionNodes.GeneralObject(all(entries.stream().map(Entry::key).toList(), scope), values);
    }

    private EvaluationNode interpolation(Interpolation interpolation, LinkScope scope) {
        TextFormat format = FormatBuiltins.find(interpolation.format() == null ? "text" : interpolation.format());
        TextFormat[] formats = new TextFormat[interpolation.parts().size()];
        for (int i = 0; i < formats.length; i++) {
            formats[i] = interpolation.parts().get(i) instanceof Literal ? null : format;
        }
        return new ConstructionNodes.Interpolation(all(interpolation.parts(), scope), formats);
    }

    private EvaluationNode bind(Bind bind, LinkScope scope) {
        EvaluationNode source = build(bind.source(), scope);
        BindingPatternMatcher patterns = patterns(bind.patterns(), scope);
        EvaluationNode body = build(bind.body(), bound(bind.patterns(), scope));
        return patterns == null ? new BindingNodes.BindOne(source, body)
                : new BindingNodes.BindPatterns(source, patterns, body);
    }

    private static LinkScope bound(List<BindingPattern> patterns, LinkScope scope) {
        return scope.bind(BindingPattern.variables(patterns).size());
    }

    /** Null where one variable takes the whole value. */
    private BindingPatternMatcher patterns(List<BindingPattern> patterns, LinkScope scope) {
        if (patterns.size() == 1 && patterns.get(0) instanceof BindingPattern.Single) {
            return null;
        }
        List<String> names = BindingPattern.variables(patterns);
        return new BindingPatternMatcher(patterns.stream().map(pattern -> matcher(pattern, names, scope)).toList(),
                names.size());
    }

    private BindingPatternMatcher.Matcher matcher(BindingPattern pattern, List<String> names, LinkScope scope) {
        if (pattern instanceof BindingPattern.Single single) {
            return BindingPatternMatcher.single(names.indexOf(single.name()));
        } else if (pattern instanceof BindingPattern.Elements elements) {
            return BindingPatternMatcher
                    .elements(elements.patterns().stream().map(element -> matcher(element, names, scope)).toList());
        }
        return BindingPatternMatcher.fields(((BindingPattern.Fields) pattern).fields().stream()
                .map(field -> new BindingPatternMatcher.FieldMatcher(field.name() == null ? -1 : names.indexOf(field.name()),
                        build(field.key(), scope), field.value() == null ? null : matcher(field.value(), names, scope)))
                .toList());
    }

    private EvaluationNode call(Call call, LinkScope scope) {
        usesCalls = true;
        LinkScope.LinkedFunction function = scope.function(call.index());
        int expected = function == null ? 0 : function.define.parameters();
        if (call.arguments().size() != expected) {
            throw new IllegalArgumentException("Call with " + call.arguments().size() + " arguments where " + expected
                    + " are expected");
        }
        if (function == null) {
            return new DefinedFunctionNodes.Parameter(scope.localIndex(call.index()), scope.parameterResults(call.index()));
        }
        EvaluationNode[] arguments = all(call.arguments(), scope);
        return new DefinedFunctionNodes.Call(body(function, EvaluationNode.most(arguments)), scope.distance(function.scope),
                arguments);
    }

    /** The body for arguments that give at most a number of results. A wrong assumption about recursive calls is corrected. */
    private DefinedFunctionNodes.Function body(LinkScope.LinkedFunction function, int argumentResults) {
        DefinedFunctionNodes.Function body = function.bodies[argumentResults];
        if (body != null) {
            body.isAssumed |= body.body == null;
            return body;
        }
        int assumed = EvaluationNode.ONE;
        while (true) {
            body = new DefinedFunctionNodes.Function(assumed);
            function.bodies[argumentResults] = body;
            LinkScope scope = function.scope;
            for (int i = 0; i < function.define.parameters(); i++) {
                scope = scope.bindParameter(argumentResults);
            }
            body.body = build(function.define.body(), scope);
            int results = body.body.results;
            if (!body.isAssumed || results <= assumed) {
                body.results = Math.max(results, body.isAssumed ? assumed : results);
                if (body.results != EvaluationNode.MANY) {
                    body.body.inTailPosition();
                }
                return body;
            }
            assumed = results;
        }
    }
}

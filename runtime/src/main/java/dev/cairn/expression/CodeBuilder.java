package dev.cairn.expression;

import java.util.List;
import java.util.Set;
import java.util.function.BiFunction;
import java.util.function.Function;

import com.fasterxml.jackson.databind.node.NullNode;
import com.fasterxml.jackson.databind.node.TextNode;

import dev.cairn.expression.Expression.Alternative;
import dev.cairn.expression.Expression.AlternativeUpdate;
import dev.cairn.expression.Expression.And;
import dev.cairn.expression.Expression.ArithmeticUpdate;
import dev.cairn.expression.Expression.ArrayConstruction;
import dev.cairn.expression.Expression.ArrayTemplate;
import dev.cairn.expression.Expression.Assign;
import dev.cairn.expression.Expression.Binary;
import dev.cairn.expression.Expression.Bind;
import dev.cairn.expression.Expression.Break;
import dev.cairn.expression.Expression.Builtin;
import dev.cairn.expression.Expression.Call;
import dev.cairn.expression.Expression.Comma;
import dev.cairn.expression.Expression.Define;
import dev.cairn.expression.Expression.Entry;
import dev.cairn.expression.Expression.Field;
import dev.cairn.expression.Expression.Foreach;
import dev.cairn.expression.Expression.Identity;
import dev.cairn.expression.Expression.If;
import dev.cairn.expression.Expression.Index;
import dev.cairn.expression.Expression.Interpolation;
import dev.cairn.expression.Expression.Iterate;
import dev.cairn.expression.Expression.Label;
import dev.cairn.expression.Expression.Literal;
import dev.cairn.expression.Expression.Local;
import dev.cairn.expression.Expression.Negate;
import dev.cairn.expression.Expression.ObjectConstruction;
import dev.cairn.expression.Expression.ObjectTemplate;
import dev.cairn.expression.Expression.Optional;
import dev.cairn.expression.Expression.Or;
import dev.cairn.expression.Expression.Pipe;
import dev.cairn.expression.Expression.Reduce;
import dev.cairn.expression.Expression.Slice;
import dev.cairn.expression.Expression.TemplateField;
import dev.cairn.expression.Expression.Try;
import dev.cairn.expression.Expression.Update;
import dev.cairn.expression.Expression.Variable;

/** Builds the code of one expression. */
final class CodeBuilder {

    private final Function<String, VariableReader> variables;
    /** Null, or gives code to run instead of that of an expression. */
    private final BiFunction<Expression, Code, Code> watcher;
    private boolean usesCalls;
    private int keepers;

    CodeBuilder(Function<String, VariableReader> variables, BiFunction<Expression, Code, Code> watcher) {
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

    Code build(Expression expression, LinkScope scope) {
        Code code = code(expression, scope);
        return watcher == null ? code : watcher.apply(expression, code);
    }

    private Code code(Expression expression, LinkScope scope) {
        if (expression instanceof Identity) {
            return BasicCodes.Input.INSTANCE;
        } else if (expression instanceof Literal literal) {
            return new BasicCodes.Constant(literal.value());
        } else if (expression instanceof Variable variable) {
            return variable(variable);
        } else if (expression instanceof Local local) {
            return new BasicCodes.LocalVariable(scope.localIndex(local.index()));
        } else if (expression instanceof Optional optional) {
            return access(optional.access(), true, scope);
        } else if (expression instanceof Pipe pipe) {
            return FlowCodes.pipe(build(pipe.left(), scope), build(pipe.right(), scope));
        } else if (expression instanceof Comma comma) {
            return new FlowCodes.Comma(build(comma.left(), scope), build(comma.right(), scope));
        }
        return access(expression, false, scope);
    }

    private Code access(Expression expression, boolean isOptional, LinkScope scope) {
        if (expression instanceof Field field) {
            Code target = build(field.target(), scope);
            return isOptional
                    ? new AccessCodes.Index(target, new BasicCodes.Constant(TextNode.valueOf(field.name())), true)
                    : AccessCodes.Field.of(target, field.name());
        } else if (expression instanceof Index index) {
            return new AccessCodes.Index(build(index.target(), scope), build(index.key(), scope), isOptional);
        } else if (expression instanceof Slice slice) {
            return new AccessCodes.Slice(build(slice.target(), scope), end(slice.from(), scope), end(slice.to(), scope),
                    isOptional);
        } else if (expression instanceof Iterate iterate) {
            return new AccessCodes.Iterate(build(iterate.target(), scope), isOptional);
        } else if (isOptional) {
            throw new IllegalArgumentException("Not an access: " + expression.getClass().getSimpleName());
        }
        return operator(expression, scope);
    }

    private Code operator(Expression expression, LinkScope scope) {
        if (expression instanceof Negate negate) {
            return new OperatorCodes.Negate(build(negate.operand(), scope));
        } else if (expression instanceof Binary binary) {
            return OperatorCodes.binary(binary.operator(), build(binary.left(), scope), build(binary.right(), scope));
        } else if (expression instanceof And and) {
            return new OperatorCodes.Logic(build(and.left(), scope), build(and.right(), scope), false);
        } else if (expression instanceof Or or) {
            return new OperatorCodes.Logic(build(or.left(), scope), build(or.right(), scope), true);
        } else if (expression instanceof Alternative alternative) {
            return new OperatorCodes.Alternative(build(alternative.left(), scope), build(alternative.right(), scope));
        } else if (expression instanceof Assign assign) {
            return new AssignCodes.Assign(build(assign.target(), scope), build(assign.value(), scope));
        } else if (expression instanceof Update update) {
            return new AssignCodes.Update(build(update.target(), scope), build(update.update(), scope));
        } else if (expression instanceof ArithmeticUpdate update) {
            return new AssignCodes.ArithmeticUpdate(Operators.of(update.operator()), build(update.target(), scope),
                    build(update.value(), scope));
        } else if (expression instanceof AlternativeUpdate update) {
            return new AssignCodes.ArithmeticUpdate(AssignCodes.ALTERNATIVE, build(update.target(), scope),
                    build(update.value(), scope));
        }
        return construction(expression, scope);
    }

    private Code construction(Expression expression, LinkScope scope) {
        if (expression instanceof ArrayConstruction array) {
            return array(array, scope);
        } else if (expression instanceof ArrayTemplate template) {
            return new ConstructionCodes.FixedArray(template.elements().stream()
                    .map(element -> ConstructionCodes.Single.of(build(element, scope))).toArray(Code[]::new));
        } else if (expression instanceof ObjectTemplate template) {
            List<TemplateField> fields = template.fields();
            return new ConstructionCodes.FixedObject(fields.stream().map(TemplateField::key).toArray(String[]::new),
                    fields.stream().map(field -> ConstructionCodes.Single.of(build(field.value(), scope)))
                            .toArray(Code[]::new));
        } else if (expression instanceof ObjectConstruction object) {
            return object(object, scope);
        } else if (expression instanceof Interpolation interpolation) {
            return interpolation(interpolation, scope);
        }
        return flow(expression, scope);
    }

    private Code flow(Expression expression, LinkScope scope) {
        if (expression instanceof If choice) {
            return new FlowCodes.If(build(choice.condition(), scope), build(choice.consequent(), scope),
                    build(choice.otherwise(), scope));
        } else if (expression instanceof Try attempt) {
            return new FlowCodes.Try(build(attempt.body(), scope),
                    attempt.handler() == null ? null : build(attempt.handler(), scope));
        } else if (expression instanceof Bind bind) {
            return bind(bind, scope);
        } else if (expression instanceof Reduce reduce) {
            return new BindingCodes.Reduce(build(reduce.source(), scope), patterns(reduce.patterns(), scope),
                    build(reduce.initial(), scope), build(reduce.update(), bound(reduce.patterns(), scope)),
                    growing(reduce.update(), bound(reduce.patterns(), scope)));
        } else if (expression instanceof Foreach foreach) {
            LinkScope bound = bound(foreach.patterns(), scope);
            return new BindingCodes.Foreach(build(foreach.source(), scope), patterns(foreach.patterns(), scope),
                    build(foreach.initial(), scope), build(foreach.update(), bound),
                    foreach.extract() == null ? BasicCodes.Input.INSTANCE : build(foreach.extract(), bound));
        } else if (expression instanceof Label label) {
            return new FlowCodes.Label(build(label.body(), scope.bind()));
        } else if (expression instanceof Break leave) {
            return new FlowCodes.Break(scope.localIndex(leave.index()));
        } else if (expression instanceof Define define) {
            return build(define.rest(), scope.define(define));
        } else if (expression instanceof Call call) {
            return call(call, scope);
        } else if (expression instanceof Builtin builtin) {
            usesCalls |= Builtins.recurses(builtin);
            return Builtins.create(builtin, all(builtin.arguments(), scope));
        }
        throw new IllegalArgumentException("Unknown form of expression: " + expression.getClass().getSimpleName());
    }

    private GrowingUpdate growing(Expression update, LinkScope scope) {
        GrowingUpdate flat = GrowingUpdate.of(this, update, scope);
        return flat != null ? flat : GrowingUpdate.inside(this, update, scope);
    }

    private Code[] all(List<Expression> expressions, LinkScope scope) {
        return expressions.stream().map(expression -> build(expression, scope)).toArray(Code[]::new);
    }

    private Code end(Expression end, LinkScope scope) {
        return end == null ? new BasicCodes.Constant(NullNode.instance) : build(end, scope);
    }

    private Code variable(Variable variable) {
        VariableReader reader = variables.apply(variable.name());
        if (reader == null) {
            throw new IllegalArgumentException("No reader for variable $" + variable.name());
        }
        return new BasicCodes.OuterVariable(reader);
    }

    private Code array(ArrayConstruction array, LinkScope scope) {
        Code content = array.content() == null ? new FilterCodes.Empty() : build(array.content(), scope);
        Code code = LoopCodes.collect(content);
        Set<Expression> variables = content.isDirect() || !code.isDirect() ? null : Unvarying.variables(array);
        return variables == null ? code : new KeptCodes.Keep(code, all(List.copyOf(variables), scope), keepers++);
    }

    private Code object(ObjectConstruction object, LinkScope scope) {
        List<Entry> entries = object.entries();
        Code[] values = entries.stream().map(entry -> entry.value() == null ? null : build(entry.value(), scope))
                .toArray(Code[]::new);
        boolean isFixed = entries.stream()
                .allMatch(entry -> entry.key() instanceof Literal key && key.value().isTextual());
        if (isFixed && Code.most(values) != Code.MANY) {
            String[] keys = entries.stream().map(entry -> ((Literal) entry.key()).value().textValue().intern())
                    .toArray(String[]::new);
            ConstructionCodes.FixedObject fixed = new ConstructionCodes.FixedObject(keys, values);
            return fixed.isConstant() ? new BasicCodes.Constant(fixed.eval(null, null, null)) : fixed;
        }
        return new ConstructionCodes.GeneralObject(all(entries.stream().map(Entry::key).toList(), scope), values);
    }

    private Code interpolation(Interpolation interpolation, LinkScope scope) {
        TextFormat format = Formats.find(interpolation.format() == null ? "text" : interpolation.format());
        TextFormat[] formats = new TextFormat[interpolation.parts().size()];
        for (int i = 0; i < formats.length; i++) {
            formats[i] = interpolation.parts().get(i) instanceof Literal ? null : format;
        }
        return new ConstructionCodes.Interpolation(all(interpolation.parts(), scope), formats);
    }

    private Code bind(Bind bind, LinkScope scope) {
        Code source = build(bind.source(), scope);
        PatternCode patterns = patterns(bind.patterns(), scope);
        Code body = build(bind.body(), bound(bind.patterns(), scope));
        return patterns == null ? new BindingCodes.BindOne(source, body)
                : new BindingCodes.BindPatterns(source, patterns, body);
    }

    private static LinkScope bound(List<Pattern> patterns, LinkScope scope) {
        return scope.bind(Pattern.variables(patterns).size());
    }

    /** Null where one variable takes the whole value. */
    private PatternCode patterns(List<Pattern> patterns, LinkScope scope) {
        if (patterns.size() == 1 && patterns.get(0) instanceof Pattern.Single) {
            return null;
        }
        List<String> names = Pattern.variables(patterns);
        return new PatternCode(patterns.stream().map(pattern -> matcher(pattern, names, scope)).toList(), names.size());
    }

    private PatternCode.Matcher matcher(Pattern pattern, List<String> names, LinkScope scope) {
        if (pattern instanceof Pattern.Single single) {
            return PatternCode.single(names.indexOf(single.name()));
        } else if (pattern instanceof Pattern.Elements elements) {
            return PatternCode
                    .elements(elements.patterns().stream().map(element -> matcher(element, names, scope)).toList());
        }
        return PatternCode.fields(((Pattern.Fields) pattern).fields().stream()
                .map(field -> new PatternCode.FieldMatcher(field.name() == null ? -1 : names.indexOf(field.name()),
                        build(field.key(), scope), field.value() == null ? null : matcher(field.value(), names, scope)))
                .toList());
    }

    private Code call(Call call, LinkScope scope) {
        usesCalls = true;
        LinkScope.LinkedFunction function = scope.function(call.index());
        int expected = function == null ? 0 : function.define.parameters();
        if (call.arguments().size() != expected) {
            throw new IllegalArgumentException("Call with " + call.arguments().size() + " arguments where " + expected
                    + " are expected");
        }
        if (function == null) {
            return new FunctionCodes.Parameter(scope.localIndex(call.index()), scope.parameterResults(call.index()));
        }
        Code[] arguments = all(call.arguments(), scope);
        return new FunctionCodes.Call(body(function, Code.most(arguments)), scope.distance(function.scope), arguments);
    }

    /** The body for arguments that give at most a number of results. A wrong assumption about recursive calls is corrected. */
    private FunctionCodes.Function body(LinkScope.LinkedFunction function, int argumentResults) {
        FunctionCodes.Function body = function.bodies[argumentResults];
        if (body != null) {
            body.isAssumed |= body.body == null;
            return body;
        }
        int assumed = Code.ONE;
        while (true) {
            body = new FunctionCodes.Function(assumed);
            function.bodies[argumentResults] = body;
            LinkScope scope = function.scope;
            for (int i = 0; i < function.define.parameters(); i++) {
                scope = scope.bindParameter(argumentResults);
            }
            body.body = build(function.define.body(), scope);
            int results = body.body.results;
            if (!body.isAssumed || results <= assumed) {
                body.results = Math.max(results, body.isAssumed ? assumed : results);
                if (body.results != Code.MANY) {
                    body.body.inTailPosition();
                }
                return body;
            }
            assumed = results;
        }
    }
}

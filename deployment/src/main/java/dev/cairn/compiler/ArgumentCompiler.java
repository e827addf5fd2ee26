package dev.cairn.compiler;

import java.util.List;

import com.fasterxml.jackson.databind.node.IntNode;

import dev.cairn.definition.Authentication;
import dev.cairn.definition.CallTarget;
import dev.cairn.definition.RunTarget;
import dev.cairn.definition.SourceLocation;
import dev.cairn.definition.Task;
import dev.cairn.jq.tree.BindingPattern;
import dev.cairn.jq.tree.Expression;

/**
 * Compiles the arguments of a call or a command. They are passed on and never stored, so they can read secrets and configuration.
 * {@code input.from} of such a task can read secrets as well: it becomes a part of the arguments then, and the state of the
 * instance keeps only the raw input.
 */
final class ArgumentCompiler {

    private final CompilerContext context;
    private final VariableScope scope;
    /** The task's {@code input.from} if it reads secrets, otherwise null. */
    private final Expression from;

    /** @param scope the variables that {@code input.from} sees */
    ArgumentCompiler(CompilerContext context, CompiledTemplate from, VariableScope scope) {
        this.from = from.readsSecrets() ? from.expression().expression() : null;
        VariableScope seen = this.from == null ? scope.withCurrentInput() : scope;
        this.scope = context.expressions().withConfig(seen.withSecrets(context.definition().components().secrets()));
        this.context = this.from == null ? context
                : context.withExpressions(context.expressions().binding(VariableScope.INPUT));
    }

    private ArgumentCompiler(CompilerContext context, Expression from, VariableScope scope) {
        this.context = context;
        this.from = from;
        this.scope = scope;
    }

    /** With {@code $authorization}, for a call with an authentication whose scheme takes any parameter; null for none. */
    ArgumentCompiler withAuthorization(Authentication authentication) {
        if (authentication == null || authentication instanceof Authentication.Digest) {
            return this;
        }
        return new ArgumentCompiler(context, from,
                scope.withAuthorization(authentication instanceof Authentication.Basic ? "Basic" : "Bearer"));
    }

    /** With a variable that is kept in a register. */
    ArgumentCompiler withRegister(String variable, int register) {
        return new ArgumentCompiler(context, from, scope.withRegister(variable, register));
    }

    /** True for a task that hands out all that it makes of its input. */
    static boolean isAllOf(Task task) {
        return task instanceof Task.Call call && !(call.target() instanceof CallTarget.AsyncApiSubscribe)
                || task instanceof Task.Run run && !(run.target() instanceof RunTarget.Workflow);
    }

    /** True if the arguments alone see the transformed input. */
    boolean hidesInput() {
        return from != null;
    }

    /** For the expressions that the arguments consist of. */
    CompilerContext context() {
        return context;
    }

    /** Binds the arguments, made of what {@link #context} has parsed. */
    CompiledTemplate bind(Expression arguments) {
        return context.expressions().bind(from == null ? arguments : ofInput(arguments), scope);
    }

    /** {@code from as $input | $input | arguments}, where what gives no result counts as null, and several are an error. */
    private Expression ofInput(Expression arguments) {
        Expression input = new Expression.Index(Expression.array(List.of(from)), Expression.literal(IntNode.valueOf(0)));
        return new Expression.Bind(input, List.of(new BindingPattern.Single(VariableScope.INPUT)),
                new Expression.Pipe(new Expression.Local(0), arguments));
    }

    /** Reports something of the task that would be computed of its input, if that is hidden. */
    void refuse(String what, SourceLocation location) {
        if (hidesInput()) {
            context.problems().error(CompilerErrorCodes.SECRET, location, what + ", which has $secrets.",
                    "Read $secrets in the arguments instead of input.from.");
        }
    }
}

package dev.cairn.jq.link;

import dev.cairn.jq.node.BindingEnvironment;
import dev.cairn.jq.node.DefinedFunctionNodes;
import dev.cairn.jq.node.EvaluationNode;
import dev.cairn.jq.tree.Expression.Define;

/** The bindings that are in scope where an expression stands, while it is linked; linked from the innermost one. */
final class LinkScope {

    /** Nothing bound. */
    static final LinkScope EMPTY = new LinkScope(null, 0, null, EvaluationNode.MANY);

    private final LinkScope outer;
    /** The number of bindings that {@link BindingEnvironment} has here. Functions are known when linking, so they need none. */
    private final int depth;
    private final LinkedFunction function;
    /** For a parameter: how many results its arguments may give. */
    private final int results;

    private LinkScope(LinkScope outer, int depth, LinkedFunction function, int results) {
        this.outer = outer;
        this.depth = depth;
        this.function = function;
        this.results = results;
    }

    /** A function while an expression is linked: one body per number of results that its arguments may give. */
    static final class LinkedFunction {
        final Define define;
        final DefinedFunctionNodes.Function[] bodies = new DefinedFunctionNodes.Function[EvaluationNode.MANY + 1];
        /** The scope of the function's definition, the function itself included. */
        LinkScope scope;

        LinkedFunction(Define define) {
            this.define = define;
        }
    }

    /** With a variable or label bound. */
    LinkScope bind() {
        return new LinkScope(this, depth + 1, null, EvaluationNode.ONE);
    }

    /** With several variables bound. */
    LinkScope bind(int count) {
        LinkScope scope = this;
        for (int i = 0; i < count; i++) {
            scope = scope.bind();
        }
        return scope;
    }

    /** With a parameter bound. */
    LinkScope bindParameter(int argumentResults) {
        return new LinkScope(this, depth + 1, null, argumentResults);
    }

    /** With a function defined. */
    LinkScope define(Define define) {
        LinkedFunction linked = new LinkedFunction(define);
        LinkScope scope = new LinkScope(this, depth, linked, EvaluationNode.MANY);
        linked.scope = scope;
        return scope;
    }

    private LinkScope find(int index) {
        LinkScope scope = this;
        for (int i = 0; i < index && scope != EMPTY; i++) {
            scope = scope.outer;
        }
        if (scope == EMPTY || index < 0) {
            throw new IllegalArgumentException("Expression refers to a binding that does not exist: " + index);
        }
        return scope;
    }

    /** Index of the binding in {@link BindingEnvironment}. */
    int localIndex(int index) {
        LinkScope found = find(index);
        if (found.function != null) {
            throw new IllegalArgumentException("Expression uses a function as a variable: " + index);
        }
        return depth - found.depth;
    }

    /** The function at an index, or null if a parameter is there. */
    LinkedFunction function(int index) {
        return find(index).function;
    }

    /** Number of results of a parameter's argument. */
    int parameterResults(int index) {
        return find(index).results;
    }

    /** The number of bindings that have been made since an outer scope. */
    int distance(LinkScope outerScope) {
        return depth - outerScope.depth;
    }
}

package dev.cairn.definition;

/**
 * A flow directive (DSL, "Flow Directive").
 *
 * @param kind kind of the directive
 * @param target the name of a task of the same list, only for {@link Kind#TASK}
 * @param location its source location
 */
public record FlowDirective(Kind kind, String target, SourceLocation location) {

    /** The directives. */
    public enum Kind {
        /** Go on with the next task of the list. */
        CONTINUE,
        /** Leave this list. */
        EXIT,
        /** End the workflow, from any depth. */
        END,
        /** Go on with the named task. */
        TASK
    }
}

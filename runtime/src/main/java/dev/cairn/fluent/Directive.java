package dev.cairn.fluent;

import java.util.Locale;

/** Destinations of a jump other than tasks. */
public enum Directive {

    /** With the next task of the list: what happens anyway. */
    CONTINUE,

    /** After this list of tasks: after the group, loop or try whose tasks they are. In the outermost list the workflow ends. */
    EXIT,

    /** The workflow ends, from any depth. */
    END;

    /** As the DSL writes it; null for null. */
    static String word(Directive directive) {
        return directive == null ? null : directive.name().toLowerCase(Locale.ROOT);
    }
}

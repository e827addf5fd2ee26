package dev.cairn.fluent;

import java.util.Locale;

/**
 * Where a workflow goes on.
 */
public enum Directive {

    /** With the next task of the list: what happens anyway. */
    CONTINUE,

    /** After this list of tasks: after the group, loop or try whose tasks they are. In the outermost list the workflow ends. */
    EXIT,

    /** Nowhere: the workflow ends, from whatever depth. */
    END;

    String word() {
        return name().toLowerCase(Locale.ROOT);
    }
}

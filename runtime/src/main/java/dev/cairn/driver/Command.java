package dev.cairn.driver;

/** What an operator can ask an instance for that has not ended. */
enum Command {
    SUSPEND,
    RESUME,
    CANCEL,
    /** Undo what was done, and be cancelled then. */
    COMPENSATE,
    /** Take in an event. */
    SEND;

    /** True if the instance is to end. */
    boolean ends() {
        return this == CANCEL || this == COMPENSATE;
    }

    /** True if it is done in the middle of what an instance computes, which is not to go on before. */
    boolean interrupts() {
        return this == SUSPEND || this == CANCEL;
    }

    /** The command of a name, or null if this version of the application has none. */
    static Command named(String name) {
        for (Command command : values()) {
            if (command.name().equals(name)) {
                return command;
            }
        }
        return null;
    }
}

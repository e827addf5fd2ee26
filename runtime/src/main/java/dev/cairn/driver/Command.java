package dev.cairn.driver;

/** What an operator can ask an instance for that has not ended. */
enum Command {
    SUSPEND,
    RESUME,
    CANCEL;

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

package dev.cairn.driver;

/** What an operator can ask an instance for that has not ended. */
enum Command {
    SUSPEND,
    RESUME,
    CANCEL
}

package dev.cairn.spi.program;

/**
 * Starts programs of this machine that integrations talk to, under the rules for commands of workflows:
 * {@code quarkus.cairn.run.enabled} allows them, they begin in an empty directory with few variables, and all processes that they
 * start end with them. An application has a bean of this type if the build of an integration asks for one. Thread-safe. Never blocks.
 */
public interface ProgramStarter {

    /**
     * Starts a program, in the background. It waits for its turn while many others are under way.
     *
     * @param listener hears the program, from now on
     * @return the program; it may not have begun yet
     */
    RunningProgram start(ProgramLine line, ProgramListener listener);
}

package dev.cairn.effect.command;

import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

import dev.cairn.spi.program.ProgramLine;
import dev.cairn.spi.program.ProgramListener;
import dev.cairn.spi.program.ProgramStarter;
import dev.cairn.spi.program.RunningProgram;

/**
 * Starts programs that integrations talk to, under the rules for commands. They end when the performer of commands is closed, and
 * none starts any more. A limited number is under way at a time; further ones wait for their turn.
 */
public final class ConversedPrograms implements ProgramStarter {

    /** A program that reads no input blocks a worker. Quarkus has 200 of them or more, unless told otherwise. */
    private static final int MAX_UNDER_WAY = 64;
    private static final int MAX_WAITING = 10_000;

    private final CommandPerformer commands;
    private final int maxUnderWay;
    private final int maxWaiting;
    private final Set<ConversedProgram> running = ConcurrentHashMap.newKeySet();
    /** In the order of their turns; guarded by itself, like the number of programs under way. */
    private final Set<ConversedProgram> waiting = new LinkedHashSet<>();
    private int underWay;

    /** @param commands has the settings, and is closed before the application ends */
    public ConversedPrograms(CommandPerformer commands) {
        this(commands, MAX_UNDER_WAY, MAX_WAITING);
    }

    ConversedPrograms(CommandPerformer commands, int maxUnderWay, int maxWaiting) {
        this.commands = commands;
        this.maxUnderWay = maxUnderWay;
        this.maxWaiting = maxWaiting;
        commands.onClose(() -> running.forEach(ConversedProgram::kill));
    }

    @Override
    public RunningProgram start(ProgramLine line, ProgramListener listener) {
        ConversedProgram program = new ConversedProgram(line, listener, commands, this);
        Runnable next;
        synchronized (waiting) {
            if (underWay < maxUnderWay) {
                underWay++;
                next = program::begin;
            } else if (waiting.size() < maxWaiting) {
                waiting.add(program);
                return program;
            } else {
                next = () -> listener.failed(CommandErrors.tooManyPrograms(line.command(), maxUnderWay, maxWaiting));
            }
        }
        commands.workers().execute(next);
        return program;
    }

    void began(ConversedProgram program) {
        running.add(program);
        // Closing sets this before it looks at what runs: the program is seen here or there.
        if (commands.closed()) {
            program.kill();
        }
    }

    /** Its turn goes to another one. */
    void ended(ConversedProgram program) {
        running.remove(program);
        ConversedProgram next;
        synchronized (waiting) {
            Iterator<ConversedProgram> turns = waiting.iterator();
            if (!turns.hasNext()) {
                underWay--;
                return;
            }
            next = turns.next();
            turns.remove();
        }
        commands.workers().execute(next::begin);
    }

    /** It no longer waits. */
    void left(ConversedProgram program) {
        synchronized (waiting) {
            waiting.remove(program);
        }
    }
}

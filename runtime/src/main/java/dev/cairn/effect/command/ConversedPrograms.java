package dev.cairn.effect.command;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

import dev.cairn.spi.program.ProgramLine;
import dev.cairn.spi.program.ProgramListener;
import dev.cairn.spi.program.ProgramStarter;
import dev.cairn.spi.program.RunningProgram;

/** Starts programs that integrations talk to, under the rules for commands. They end when the performer of commands is closed. */
public final class ConversedPrograms implements ProgramStarter {

    private final CommandPerformer commands;
    private final Set<ConversedProgram> running = ConcurrentHashMap.newKeySet();

    /** @param commands has the settings, and is closed before the application ends */
    public ConversedPrograms(CommandPerformer commands) {
        this.commands = commands;
        commands.onClose(() -> running.forEach(ConversedProgram::kill));
    }

    @Override
    public RunningProgram start(ProgramLine line, ProgramListener listener) {
        ConversedProgram program = new ConversedProgram(line, listener, commands.settings(), commands.workers(),
                commands.timers(), commands::stopping, running);
        commands.workers().execute(program::begin);
        return program;
    }
}

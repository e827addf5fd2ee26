package dev.cairn.journal;

import java.util.concurrent.Executor;
import java.util.function.BooleanSupplier;

import dev.cairn.time.TimeSource;
import dev.cairn.time.TimerService;

/**
 * The clock, timers and executors that a journal uses.
 *
 * @param time measures commits
 * @param timers end the moment in which writes gather
 * @param busy true while the processors are busy; asked often, must not block
 * @param encoder runs long work that does not block: encoding large entries
 * @param worker delivers large journals to their readers
 */
public record JournalDependencies(TimeSource time, TimerService timers, BooleanSupplier busy, Executor encoder,
        Executor worker) {}

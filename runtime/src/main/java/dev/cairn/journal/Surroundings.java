package dev.cairn.journal;

import java.util.concurrent.Executor;
import java.util.function.BooleanSupplier;

import dev.cairn.time.TimeSource;
import dev.cairn.time.Timers;

/**
 * What a journal has around it.
 *
 * @param time tells how long a commit takes
 * @param timers end the moment in which writes gather
 * @param busy true while the processors have little to spare; asked often, must not block
 * @param encoder runs what takes long and does not block: encoding large entries
 * @param worker where large journals are given to whoever reads them
 */
public record Surroundings(TimeSource time, Timers timers, BooleanSupplier busy, Executor encoder, Executor worker) {}

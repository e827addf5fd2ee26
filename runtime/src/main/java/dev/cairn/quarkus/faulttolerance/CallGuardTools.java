package dev.cairn.quarkus.faulttolerance;

import dev.cairn.effect.http.HttpPerformer;
import dev.cairn.engine.observer.EngineObserver;
import dev.cairn.engine.port.EngineThreads;
import dev.cairn.time.TimeSource;
import dev.cairn.time.TimerService;

/**
 * The parts of the engine that guards of calls use.
 *
 * @param http makes the calls that are let through
 * @param threads each call is made on the event loop of its instance
 * @param timers end the waiting of calls
 * @param time measures how long calls wait
 * @param observer counts the calls that are refused
 */
public record CallGuardTools(HttpPerformer http, EngineThreads threads, TimerService timers, TimeSource time,
        EngineObserver observer) {}

package dev.cairn.engine;

import dev.cairn.engine.port.EngineThreads;
import dev.cairn.engine.port.EventLoopExecutor;

/** The threads of one life of the application: what it is about to do when the life ends is not done. */
final class EndingThreads implements EngineThreads {

    private final EngineFixture fixture;
    private boolean over;

    EndingThreads(EngineFixture fixture) {
        this.fixture = fixture;
    }

    /** The application has crashed. */
    void end() {
        over = true;
    }

    @Override
    public EventLoopExecutor eventLoop() {
        EventLoopExecutor loop = fixture.threads.eventLoop();
        return action -> loop.run(unlessOver(action));
    }

    @Override
    public void worker(Runnable action) {
        fixture.threads.worker(unlessOver(action));
    }

    private Runnable unlessOver(Runnable action) {
        return () -> {
            if (!over) {
                action.run();
            }
        };
    }
}

package dev.cairn.driver;

/** The threads of one life of the application: what it is about to do when the life ends is not done. */
final class EndingThreads implements Threads {

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
    public EventLoop eventLoop() {
        EventLoop loop = fixture.threads.eventLoop();
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

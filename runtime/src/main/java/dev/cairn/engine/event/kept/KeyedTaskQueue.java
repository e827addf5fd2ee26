package dev.cairn.engine.event.kept;

import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.function.Consumer;

import dev.cairn.engine.concurrent.Promise;
import dev.cairn.engine.port.EngineThreads;

/** Runs asynchronous tasks with the same key one after another. Thread-safe. */
public final class KeyedTaskQueue {

    private final EngineThreads threads;
    /** The end of the last task of each key. */
    private final ConcurrentMap<String, Promise<Void>> last = new ConcurrentHashMap<>();

    public KeyedTaskQueue(EngineThreads threads) {
        this.threads = threads;
    }

    /** @param task gets a runnable that it has to run once, at its end */
    public void submit(String key, Consumer<Runnable> task) {
        Promise<Void> end = new Promise<>();
        Promise<Void> before = last.put(key, end);
        Runnable done = () -> {
            last.remove(key, end);
            end.complete(null);
        };
        if (before == null) {
            task.accept(done);
        } else {
            // A worker: a long row of tasks must not grow the stack.
            before.listen((nothing, failure) -> threads.worker(() -> task.accept(done)));
        }
    }
}

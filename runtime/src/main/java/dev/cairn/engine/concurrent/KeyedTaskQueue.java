package dev.cairn.engine.concurrent;

import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.Executor;
import java.util.function.Consumer;

/** Runs asynchronous tasks with the same key one after another. Thread-safe. */
public final class KeyedTaskQueue {

    private final Executor worker;
    /** The end of the last task of each key. */
    private final ConcurrentMap<String, Promise<Void>> last = new ConcurrentHashMap<>();

    /** @param worker begins tasks that had to wait: a long row of them must not grow the stack */
    public KeyedTaskQueue(Executor worker) {
        this.worker = worker;
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
            before.listen((nothing, failure) -> worker.execute(() -> task.accept(done)));
        }
    }
}

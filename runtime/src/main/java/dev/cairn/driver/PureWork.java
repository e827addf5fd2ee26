package dev.cairn.driver;

import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;

/**
 * Has pure work done by workers, in the order in which it came, and no more of it at once than there are processors. More would be done
 * no sooner, and all of it would hold its values in memory meanwhile. From any thread.
 */
final class PureWork {

    private final Consumer<Runnable> worker;
    private final int mostAtOnce;
    private final Queue<Runnable> waiting = new ConcurrentLinkedQueue<>();
    /** What waits and what is being done. */
    private final AtomicInteger load = new AtomicInteger();

    /** At most so much at once, each on a worker. */
    PureWork(Consumer<Runnable> worker, int mostAtOnce) {
        this.worker = worker;
        this.mostAtOnce = mostAtOnce;
    }

    /** Has something done that does not block. */
    void add(Runnable work) {
        waiting.add(work);
        if (load.getAndIncrement() < mostAtOnce) {
            worker.accept(this::next);
        }
    }

    private void next() {
        try {
            // There is one: it was added before it was counted, and each that is counted is taken once.
            waiting.remove().run();
        } finally {
            if (load.decrementAndGet() >= mostAtOnce) {
                worker.accept(this::next);
            }
        }
    }
}

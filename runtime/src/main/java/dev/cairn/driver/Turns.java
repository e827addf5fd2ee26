package dev.cairn.driver;

import java.util.function.Consumer;

/**
 * Deals with messages one after another, on an event loop, or on a worker where one of them asks for it. No lock.
 */
final class Turns {

    private final EventLoop loop;
    private final PureWork work;
    private final Consumer<Runnable> handler;
    private final Mailbox<Runnable> mailbox = new Mailbox<>();
    private boolean onWorker;
    private boolean relocate;

    /** Messages are given to a handler, which must not throw. */
    Turns(EventLoop loop, PureWork work, Consumer<Runnable> handler) {
        this.loop = loop;
        this.work = work;
        this.handler = handler;
    }

    /** Where messages are dealt with, unless one asks for a worker. */
    EventLoop loop() {
        return loop;
    }

    /** True if the message that is dealt with is dealt with on a worker. Only for the handler. */
    boolean onWorker() {
        return onWorker;
    }

    /** Deals with the first message, on the calling thread. */
    void begin(Runnable message) {
        if (mailbox.send(message)) {
            work(false);
        }
    }

    /** Deals with a message when its turn has come. */
    void send(Runnable message) {
        if (mailbox.send(message)) {
            loop.run(() -> work(false));
        }
    }

    /** Leaves a message that is dealt with after those that are there. Only for the handler. */
    void next(Runnable message) {
        mailbox.send(message);
    }

    /** As {@link #next}, on a worker. */
    void goOnAtLeisure(Runnable message) {
        relocate = !onWorker;
        mailbox.send(message);
    }

    private void work(boolean worker) {
        onWorker = worker;
        int dealtWith = 0;
        while (true) {
            Runnable message = mailbox.take();
            if (message == null) {
                if (mailbox.done(dealtWith)) {
                    return;
                }
                dealtWith = 0;
            } else {
                dealtWith++;
                handler.accept(message);
                if (relocate) {
                    relocate = false;
                    // The message to go on is counted already, so nobody else starts to work meanwhile.
                    mailbox.done(dealtWith);
                    work.add(() -> work(true));
                    return;
                }
            }
        }
    }
}

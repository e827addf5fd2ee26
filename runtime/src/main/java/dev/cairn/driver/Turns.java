package dev.cairn.driver;

import java.util.concurrent.atomic.AtomicIntegerFieldUpdater;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;

/**
 * Deals with messages one after another, on an event loop, or on a worker where one of them asks for it. No lock.
 */
final class Turns implements BooleanSupplier {

    private static final AtomicIntegerFieldUpdater<Turns> URGENT = AtomicIntegerFieldUpdater.newUpdater(Turns.class, "urgent");

    /**
     * Maximum number of messages that are handled before other instances get their turn: each message may leave another,
     * without end.
     */
    static final int MAX_MESSAGES_PER_TURN = 256;

    private final EventLoop loop;
    private final PureWork.Lane work;
    private final Consumer<Runnable> handler;
    private final Mailbox<Runnable> mailbox;
    /** Null on an event loop. */
    private PureWork.Slot slot;
    /** Messages that must not wait for the current computation. */
    private volatile int urgent;
    private boolean relocate;

    /** Messages are given to a handler, which must not throw. */
    Turns(EventLoop loop, PureWork.Lane work, Consumer<Runnable> handler) {
        this(loop, work, handler, new Mailbox<>());
    }

    Turns(EventLoop loop, PureWork.Lane work, Consumer<Runnable> handler, Mailbox<Runnable> mailbox) {
        this.mailbox = mailbox;
        this.loop = loop;
        this.work = work;
        this.handler = handler;
    }

    /** Handles messages, unless one needs a worker. */
    EventLoop loop() {
        return loop;
    }

    /** True if the message that is dealt with is dealt with on a worker. Only for the handler. */
    boolean onWorker() {
        return slot != null;
    }

    /** Deals with the first message, on the calling thread. */
    void begin(Runnable message) {
        if (mailbox.send(message)) {
            work(null, 0);
        }
    }

    /** Deals with a message when its turn has come. */
    void send(Runnable message) {
        if (mailbox.send(message)) {
            loop.run(() -> work(null, 0));
        }
    }

    /**
     * As {@link #send(Runnable)}.
     *
     * @param isUrgent true to interrupt the current computation when the message comes
     */
    void send(Runnable message, boolean isUrgent) {
        if (isUrgent) {
            // Counted first: an interrupted computation does not begin again before the message has come.
            URGENT.incrementAndGet(this);
        }
        send(isUrgent ? new Urgent(message) : message);
    }

    /** In the middle of a computation: lets other instances have their turn, and says whether a message waits that is urgent. */
    @Override
    public boolean getAsBoolean() {
        PureWork.Slot here = slot;
        if (here != null) {
            here.giveWay();
        }
        return urgent > 0;
    }

    /** Leaves a message that is dealt with after those that are there. Only for the handler. */
    void next(Runnable message) {
        mailbox.send(message);
    }

    /** As {@link #next}, on a worker, behind the work of others that waits for one. */
    void goOnAtLeisure(Runnable message) {
        relocate = true;
        mailbox.send(message);
    }

    /** @param before number of handled messages that were not reported to the mailbox yet */
    private void work(PureWork.Slot given, int before) {
        slot = given;
        int dealtWith = before;
        int left = MAX_MESSAGES_PER_TURN;
        while (true) {
            Runnable message = mailbox.take();
            if (message == null) {
                if (mailbox.done(dealtWith)) {
                    return;
                }
                dealtWith = 0;
            } else {
                dealtWith++;
                if (message instanceof Urgent sent) {
                    URGENT.decrementAndGet(this);
                    message = sent.message;
                }
                handler.accept(message);
                if (relocate || --left == 0) {
                    relocate = false;
                    // The mailbox is told later: a message among these may not be counted yet, and its sender must not begin to work.
                    int soFar = dealtWith;
                    work.addInSlices(next -> work(next, soFar));
                    return;
                }
            }
        }
    }

    /** A message that does not wait for the end of the current computation. */
    private record Urgent(Runnable message) implements Runnable {

        @Override
        public void run() {
            message.run();
        }
    }
}

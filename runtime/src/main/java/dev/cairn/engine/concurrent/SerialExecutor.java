package dev.cairn.engine.concurrent;

import java.util.concurrent.atomic.AtomicIntegerFieldUpdater;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;

import dev.cairn.engine.port.EventLoopExecutor;

/** Handles messages one after another, on an event loop, or on a worker where one of them asks for it. No lock. */
public final class SerialExecutor implements BooleanSupplier {

    private static final AtomicIntegerFieldUpdater<SerialExecutor> URGENT = AtomicIntegerFieldUpdater
            .newUpdater(SerialExecutor.class, "urgent");

    /**
     * Maximum number of messages that are handled before other instances get their turn: each message may leave another,
     * without end.
     */
    public static final int MAX_MESSAGES_PER_TURN = 256;

    private final EventLoopExecutor loop;
    private final PureWorkScheduler.Lane work;
    private final Consumer<Runnable> handler;
    private final SerialMailbox<Runnable> mailbox;
    /** Null on an event loop. */
    private PureWorkScheduler.Slot slot;
    /** Messages that must not wait for the current computation. */
    private volatile int urgent;
    private boolean relocate;

    /** Messages are given to a handler, which must not throw. */
    public SerialExecutor(EventLoopExecutor loop, PureWorkScheduler.Lane work, Consumer<Runnable> handler) {
        this(loop, work, handler, new SerialMailbox<>());
    }

    SerialExecutor(EventLoopExecutor loop, PureWorkScheduler.Lane work, Consumer<Runnable> handler,
            SerialMailbox<Runnable> mailbox) {
        this.mailbox = mailbox;
        this.loop = loop;
        this.work = work;
        this.handler = handler;
    }

    /** Handles messages, unless one needs a worker. */
    public EventLoopExecutor loop() {
        return loop;
    }

    /** True if the message that is dealt with is dealt with on a worker. Only for the handler. */
    public boolean onWorker() {
        return slot != null;
    }

    /** Deals with the first message, on the calling thread. */
    public void begin(Runnable message) {
        if (mailbox.send(message)) {
            work(null, 0);
        }
    }

    /** Deals with a message when its turn has come. */
    public void send(Runnable message) {
        if (mailbox.send(message)) {
            loop.run(() -> work(null, 0));
        }
    }

    /**
     * As {@link #send(Runnable)}.
     *
     * @param isUrgent true to interrupt the current computation when the message comes
     */
    public void send(Runnable message, boolean isUrgent) {
        if (isUrgent) {
            // Counted first: an interrupted computation does not begin again before the message has come.
            URGENT.incrementAndGet(this);
        }
        send(isUrgent ? new Urgent(message) : message);
    }

    /** In the middle of a computation: lets other instances have their turn, and says whether a message waits that is urgent. */
    @Override
    public boolean getAsBoolean() {
        PureWorkScheduler.Slot here = slot;
        if (here != null) {
            here.giveWay();
        }
        return urgent > 0;
    }

    /** Leaves a message that is dealt with after those that are there. Only for the handler. */
    public void next(Runnable message) {
        mailbox.send(message);
    }

    /** As {@link #next}, on a worker, behind the work of others that waits for one. */
    public void goOnAtLeisure(Runnable message) {
        relocate = true;
        mailbox.send(message);
    }

    /** @param before number of handled messages that were not reported to the mailbox yet */
    private void work(PureWorkScheduler.Slot given, int before) {
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

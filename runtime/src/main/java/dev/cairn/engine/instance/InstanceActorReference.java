package dev.cairn.engine.instance;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;

import com.fasterxml.jackson.databind.JsonNode;

import dev.cairn.api.CommandOrigin;
import dev.cairn.api.InstanceView;
import dev.cairn.api.SearchKeys;
import dev.cairn.engine.concurrent.Promise;
import dev.cairn.engine.concurrent.SerialExecutor;
import dev.cairn.engine.node.InstalledProgram;
import dev.cairn.engine.replay.InstanceReplay;
import dev.cairn.executor.InstanceState;
import dev.cairn.executor.JournalEvent;
import dev.cairn.executor.JournalEvent.Ended;
import dev.cairn.spi.InstanceRow;

/**
 * Reference to an instance in memory: turns calls into messages to its {@link InstanceActor}. Thread-safe, but for the
 * methods that are called before any other code uses it.
 */
public final class InstanceActorReference implements EventReceivingInstance {

    private final InstanceActor actor;
    private final SerialExecutor turns;
    /** Number of searches for events for it that have not ended. */
    private final AtomicInteger eventSearches = new AtomicInteger();

    /** An instance in a state; {@link InstanceFactory} makes it complete. */
    InstanceActorReference(InstanceDependencies dependencies, InstanceExitHandler supervisor, InstalledProgram program,
            InstanceState state,
            InstanceRow row,
            WritePosition from) {
        this.actor = new InstanceActor(this, dependencies, supervisor, program, state, row, from);
        this.turns = actor.turns();
    }

    /** Records the start of a new instance. */
    void recordStart(JournalEvent.Started happening, CommandOrigin origin) {
        actor.recordStart(happening, origin);
    }

    /** Continues where a replayed journal ends. */
    void restore(InstanceReplay replay) {
        actor.restore(replay);
    }

    @Override
    public String id() {
        return actor.id();
    }

    /** The keys that searches find it by. */
    public SearchKeys keys() {
        return actor.rows().keys();
    }

    /** Memory that it holds. */
    public InstanceMemoryAccount memory() {
        return actor.memory();
    }

    /** The epoch of its writes. */
    public long epoch() {
        return actor.epoch();
    }

    /** Becomes true when the start is durable, false if the id was taken; fails if the store does. */
    public Promise<Boolean> started() {
        return actor.start().durable();
    }

    /** Completes with its end, once that is durable. */
    public Promise<Ended> outcome() {
        return actor.outcome();
    }

    /** Raw input. */
    JsonNode input() {
        return actor.input();
    }

    public InstanceView view() {
        return actor.rows().view();
    }

    /** Runs the first tasks, on the calling thread; hurried: as if {@link #acknowledge} had been called. */
    public void begin(boolean hurried) {
        actor.start().hurry(hurried);
        turns.begin(actor::proceed);
    }

    /** Makes the start durable soon, instead of together with later entries. */
    void acknowledge() {
        if (actor.start().hurry(true)) {
            turns.send((AnsweredMessage) actor::acknowledge, true);
        }
    }

    /** Lets events find the instance; called before any other code uses it. From then on this belongs to its turns. */
    public void listen() {
        actor.listen();
    }

    /** Goes on from where the journal ends. */
    public void resume() {
        turns.send(actor::resume);
    }

    /**
     * Executes an operator's command.
     *
     * @return completes when it is durable, or was so already; fails with
     *         {@link dev.cairn.engine.port.InstanceUnloadedException} if the instance has left the memory
     */
    public Promise<Void> obey(OperatorCommand command) {
        Promise<Void> done = new Promise<>();
        turns.send((AnsweredMessage) () -> actor.commands().ask(command, done), command.kind().interrupts());
        return done;
    }

    /**
     * Has a caller read the state, in a turn in which all that the state follows from is durable.
     *
     * @return completes with what the reader returns, or as it fails; fails with
     *         {@link dev.cairn.engine.port.InstanceUnloadedException} if the instance has left the memory
     */
    public <T> Promise<T> read(Function<InstanceState, T> reader) {
        Promise<T> read = new Promise<>();
        Promise<InstanceState> turn = new Promise<>();
        turn.listen((state, failure) -> {
            if (failure != null) {
                read.fail(failure);
                return;
            }
            T value;
            try {
                value = reader.apply(state);
            } catch (RuntimeException | Error broken) {
                // The fault of the reader is none of the instance.
                read.fail(broken);
                return;
            }
            read.complete(value);
        });
        turns.send((AnsweredMessage) () -> actor.commands().whenDurable(turn));
        return read;
    }

    /** Runs an action when the pending write is durable: after the end of the instance, it has left memory by then. */
    public void whenWritten(Runnable then) {
        turns.send((AnsweredMessage) () -> actor.whenWritten(then));
    }

    @Override
    public void offer(PendingEventDelivery offer) {
        turns.send((AnsweredMessage) () -> actor.consider(offer));
    }

    /** From when on it has only listened, in milliseconds since the epoch; {@link Long#MAX_VALUE} if it does something else. */
    public long idleSinceMillis() {
        return isSearched() ? Long.MAX_VALUE : actor.inbox().subscription().idleSinceMillis();
    }

    @Override
    public boolean isStored() {
        return actor.inbox().subscription().isStored();
    }

    /** Leaves the memory if it only listens; completes when it has left, or stays. */
    public Promise<Void> leaveIfListening() {
        Promise<Void> left = new Promise<>();
        turns.send((AnsweredMessage) () -> leaveUnlessSearching(left));
        return left;
    }

    private void leaveUnlessSearching(Promise<Void> left) {
        if (isSearched()) {
            left.complete(null);
        } else {
            actor.leaveIfListening(left);
        }
    }

    @Override
    public void searchBegins() {
        eventSearches.incrementAndGet();
    }

    @Override
    public void searchEnds() {
        if (eventSearches.decrementAndGet() == 0) {
            // It may have waited for that to leave the memory.
            turns.send(actor::goOnAnyway);
        }
    }

    @Override
    public boolean isSearched() {
        return eventSearches.get() > 0;
    }

    /**
     * A publisher has found the instance in the store, and the instance did not want the event: it leaves again if it only listens.
     *
     * @param foundAt position of the subscription by which it was found
     */
    public Promise<Void> refused(long foundAt) {
        Promise<Void> left = new Promise<>();
        turns.send((AnsweredMessage) () -> {
            actor.inbox().refused(foundAt);
            leaveUnlessSearching(left);
        });
        return left;
    }

    /** Completes the future once no call is under way; no further one is begun. The engine is stopping. */
    public void quiesce(CompletableFuture<Void> whenQuiet) {
        turns.send((AnsweredMessage) () -> actor.quiesce(whenQuiet), true);
    }

    /** Another object stands in its place. */
    public void withdraw() {
        turns.send(actor::leave, true);
    }

    /** A newer claim exists. Cancels the calls under way: their answers could not be written. */
    public void letGo() {
        letGo(() -> {});
    }

    /** As {@link #letGo()}, and then runs something. */
    public void letGo(Runnable then) {
        turns.send((AnsweredMessage) () -> actor.release(then), true);
    }

    /** The instance is no longer in memory; called in its turns, or before it begins. */
    public void leave() {
        actor.leave();
    }

    /** A message that is handled even after the instance was parked or released: its sender waits for the answer. */
    interface AnsweredMessage extends Runnable {}
}

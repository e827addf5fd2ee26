package dev.cairn.engine.concurrent;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;

import org.junit.jupiter.api.Test;

class SerialExecutorTest {

    private final Queue<Runnable> loop = new ArrayDeque<>();
    private final Queue<Runnable> workers = new ArrayDeque<>();
    private final List<String> done = new ArrayList<>();
    private final SerialMailbox<Runnable> mailbox = new SerialMailbox<>();
    private final SerialExecutor turns = new SerialExecutor(loop::add, lane(2), Runnable::run, mailbox);

    @Test
    void whoeverSendsWhileAnotherThreadTakesOverDoesNotBeginToWork() {
        turns.send(() -> mailbox.leave(() -> turns.goOnAtLeisure(() -> done.add("at leisure"))));
        loop.remove().run();
        assertThat(workers).hasSize(1);
        assertThat(mailbox.count()).as("the sender of the second, who was held up, is told to work").isFalse();
        workers.remove().run();
        assertThat(done).containsExactly("at leisure");
        turns.send(() -> done.add("later"));
        assertThat(loop).as("then nobody works").hasSize(1);
        loop.remove().run();
        assertThat(done).containsExactly("at leisure", "later");
    }

    @Test
    void whoGoesOnWithoutEndLetsOthersHaveTheirTurn() {
        PureWorkScheduler.Lane work = lane(1);
        SerialExecutor other = new SerialExecutor(loop::add, work, Runnable::run);
        SerialExecutor endless = new SerialExecutor(loop::add, work, Runnable::run);
        endless.send(() -> goOn(endless, 10));
        other.send(() -> other.goOnAtLeisure(() -> done.add("other")));
        loop.remove().run();
        loop.remove().run();
        workers.remove().run();
        workers.remove().run();
        assertThat(done).containsExactly("10", "9", "other");
        while (!workers.isEmpty()) {
            workers.remove().run();
        }
        assertThat(done).endsWith("1", "0");
    }

    @Test
    void messagesThatLeaveOthersWithoutEndLeaveTheEventLoop() {
        turns.send(() -> next(10 * SerialExecutor.MAX_MESSAGES_PER_TURN));
        loop.remove().run();
        assertThat(done).hasSize(SerialExecutor.MAX_MESSAGES_PER_TURN);
        while (!workers.isEmpty()) {
            workers.remove().run();
        }
        assertThat(done).hasSize(10 * SerialExecutor.MAX_MESSAGES_PER_TURN + 1).endsWith("0");
        turns.send(() -> done.add("later"));
        loop.remove().run();
        assertThat(done).endsWith("later");
    }

    private PureWorkScheduler.Lane lane(int mostAtOnce) {
        return new PureWorkScheduler(workers::add, mostAtOnce, () -> 0, false).lane("test:case");
    }

    private void next(int left) {
        done.add(Integer.toString(left));
        if (left > 0) {
            turns.next(() -> next(left - 1));
        }
    }

    private void goOn(SerialExecutor turns, int left) {
        done.add(Integer.toString(left));
        if (left > 0) {
            turns.goOnAtLeisure(() -> goOn(turns, left - 1));
        }
    }
}

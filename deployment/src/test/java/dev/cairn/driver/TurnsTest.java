package dev.cairn.driver;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;

import org.junit.jupiter.api.Test;

class TurnsTest {

    private final Queue<Runnable> loop = new ArrayDeque<>();
    private final Queue<Runnable> workers = new ArrayDeque<>();
    private final List<String> done = new ArrayList<>();
    private final Mailbox<Runnable> mailbox = new Mailbox<>();
    private final Turns turns = new Turns(loop::add, new PureWork(workers::add, 2), Runnable::run, mailbox);

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
}

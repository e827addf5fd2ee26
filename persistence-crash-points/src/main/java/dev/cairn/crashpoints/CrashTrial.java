package dev.cairn.crashpoints;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;

import dev.cairn.executor.JournalEvent.Ended;
import dev.cairn.spi.InstancePage;
import dev.cairn.spi.InstanceQuery;
import dev.cairn.spi.InstanceStore;
import dev.cairn.testkit.FaultyStore;
import dev.cairn.testkit.StoreFault;

/** One run of a workflow, from an empty store to the end, through any number of lives. */
final class CrashTrial {

    /** Downtime of the application after a crash. */
    static final long DOWN_MILLIS = 200;

    private static final Duration PATIENCE = Duration.ofMinutes(1);

    /**
     * The observations of a run.
     *
     * @param faults one for each life; those after the last have none
     * @param lives the calls of each life
     * @param effects all of them in their order
     * @param commits number of writes that became durable
     * @param ended the end of the instance, or null
     * @param endedAtMillis when the client was told, or gave up
     * @param problems violations that need no comparison
     */
    record Trace(List<StoreFault> faults, List<List<String>> lives, List<OutsideWorld.Effect> effects, int commits, Ended ended,
            long endedAtMillis, List<String> problems) {}

    private final TrialStoreFactory stores;
    private final UnaryOperator<InstanceStore> engineStore;
    private final TrialWorkflow workflow;
    private final List<StoreFault> faults;
    private final OutsideWorld world = new OutsideWorld();
    private final List<List<String>> lives = new ArrayList<>();
    private final List<String> problems = new ArrayList<>();
    private InstanceStore store;

    CrashTrial(TrialStoreFactory stores, UnaryOperator<InstanceStore> engineStore, TrialWorkflow workflow,
            List<StoreFault> faults) {
        this.stores = stores;
        this.engineStore = engineStore;
        this.workflow = workflow;
        this.faults = faults;
    }

    Trace run() {
        store = stores.openEmpty();
        try {
            boolean crashed = true;
            while (crashed) {
                crashed = liveOnce();
            }
            List<OutsideWorld.Effect> effects = world.effects();
            int commits = world.commits();
            Ended ended = world.ended();
            long endedAtMillis = world.time.millis();
            if (ended == null) {
                problems.add("It has not ended; the last that the client heard is " + world.lastFailure());
            } else {
                checkWhatIsKept(ended);
            }
            return new Trace(faults, lives, effects, commits, ended, endedAtMillis, problems);
        } finally {
            store.close();
        }
    }

    private boolean liveOnce() {
        StoreFault fault = lives.size() < faults.size() ? faults.get(lives.size()) : StoreFault.NONE;
        EngineLife life = newLife(fault);
        life.live();
        lives.add(life.store().calls());
        if (fault.call() > life.store().calls().size()) {
            problems.add("There was no call for the " + fault + ": " + life.store().calls());
        }
        if (life.store().crashed()) {
            restart();
        }
        return life.store().crashed();
    }

    private EngineLife newLife(StoreFault fault) {
        return new EngineLife(world, workflow, new FaultyStore(new SequentialStore(store, world), fault), engineStore);
    }

    private void restart() {
        store = stores.restart(store);
        world.time.jump(world.time.millis() + DOWN_MILLIS);
    }

    /** In another life: what ended is known, it is the only one, and starting it again changes nothing. */
    private void checkWhatIsKept(Ended ended) {
        int effects = world.effects().size();
        restart();
        EngineLife again = newLife(StoreFault.NONE);
        again.liveAgain();
        if (again.created()) {
            problems.add("After the end a start with the same key began another instance");
        }
        if (!ended.equals(world.ended())) {
            problems.add("After a restart it has ended with " + world.ended() + ", not " + ended);
        }
        if (world.effects().size() > effects) {
            problems.add("After the end there were more effects: " + world.effects());
        }
        InstancePage all = store.find(InstanceQuery.all(10)).await().atMost(PATIENCE);
        if (all.rows().size() != world.instances() || !all.rows().stream().allMatch(row -> row.status() == ended.status())) {
            problems.add(world.instances() + " instances " + ended.status() + " are to be kept, not " + all.rows());
        }
    }
}

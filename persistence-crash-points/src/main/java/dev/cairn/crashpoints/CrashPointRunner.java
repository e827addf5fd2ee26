package dev.cairn.crashpoints;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.function.UnaryOperator;

import dev.cairn.crashpoints.CrashTrial.Trace;
import dev.cairn.spi.InstanceStore;
import dev.cairn.testkit.StoreFault;
import dev.cairn.testkit.StoreFault.Effect;
import dev.cairn.testkit.StoreFault.Moment;

/**
 * Runs a workflow once without faults, and then with one at each call of the store: before it, and after it with the reply lost.
 * Each of these runs begins with an empty store and has to end as the first did, at about the same time, with the same effects; an
 * effect is repeated only if it was in flight, and with the same idempotency key.
 */
public final class CrashPointRunner {

    private final TrialStoreFactory stores;
    private final UnaryOperator<InstanceStore> engineStore;
    private int runs;

    /** Over this store. */
    public CrashPointRunner(TrialStoreFactory stores) {
        this(stores, UnaryOperator.identity());
    }

    /** With something between the engine and the place where faults happen: it dies with the engine. */
    CrashPointRunner(TrialStoreFactory stores, UnaryOperator<InstanceStore> engineStore) {
        this.stores = stores;
        this.engineStore = engineStore;
    }

    /** The engine crashes once, at each call. Returns what is wrong, empty if nothing is. */
    public List<String> crashes(TrialWorkflow workflow) {
        return faults(workflow, Effect.CRASH);
    }

    /** Each call fails once, and the engine goes on living. Returns what is wrong, empty if nothing is. */
    public List<String> failures(TrialWorkflow workflow) {
        return faults(workflow, Effect.FAILURE);
    }

    /** The engine crashes twice, at each pair of calls. Returns what is wrong, empty if nothing is. */
    public List<String> pairsOfCrashes(TrialWorkflow workflow) {
        Trace calm = run(workflow, List.of());
        List<String> violations = new ArrayList<>();
        for (StoreFault first : faults(calm.lives().get(0).size(), Effect.CRASH)) {
            Trace once = run(workflow, List.of(first));
            for (StoreFault second : faults(once.lives().get(1).size(), Effect.CRASH)) {
                violations.addAll(violations(calm, run(workflow, List.of(first, second))));
            }
        }
        return violations;
    }

    /** Number of writes that become durable in an undisturbed run. */
    int writes(TrialWorkflow workflow) {
        Trace calm = run(workflow, List.of());
        if (!calm.problems().isEmpty()) {
            throw new IllegalStateException(workflow + " was not run as it should be: " + calm.problems());
        }
        return calm.commits();
    }

    /** Number of runs so far. */
    public int runs() {
        return runs;
    }

    private List<String> faults(TrialWorkflow workflow, Effect effect) {
        Trace calm = run(workflow, List.of());
        List<String> violations = new ArrayList<>(calm.problems());
        for (StoreFault fault : faults(calm.lives().get(0).size(), effect)) {
            violations.addAll(violations(calm, run(workflow, List.of(fault))));
        }
        return violations;
    }

    private static List<StoreFault> faults(int calls, Effect effect) {
        List<StoreFault> faults = new ArrayList<>();
        for (int call = 1; call <= calls; call++) {
            faults.add(new StoreFault(call, Moment.BEFORE, effect));
            faults.add(new StoreFault(call, Moment.AFTER, effect));
        }
        return faults;
    }

    private Trace run(TrialWorkflow workflow, List<StoreFault> faults) {
        runs++;
        return new CrashTrial(stores, engineStore, workflow, faults).run();
    }

    private static List<String> violations(Trace calm, Trace trace) {
        Function<String, String> explain = violation -> violation + " [faults=" + trace.faults() + ", calls=" + trace.lives()
                + "]";
        return BaselineTraceChecker.violations(calm, trace).stream().map(explain).toList();
    }
}

package dev.cairn.crashpoints;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.function.Function;
import java.util.logging.Level;
import java.util.logging.Logger;
import java.util.stream.Stream;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

import dev.cairn.spi.InstanceStore;

/**
 * Crashes the engine at each call it makes of a store, and fails each call; counts what is written. A store's own test extends this class and says how to
 * open the store:
 *
 * <pre>
 * class MyStoreCrashPointTest extends CrashPointContract {
 *
 *     &#64;Override
 *     public InstanceStore openEmpty() {
 *         server.deleteEverything();
 *         return MyStore.open(server);
 *     }
 *
 *     &#64;Override
 *     public InstanceStore restart(InstanceStore dead) {
 *         dead.close();
 *         return MyStore.open(server);
 *     }
 * }
 * </pre>
 */
public abstract class CrashPointContract implements TrialStoreFactory {

    /**
     * The engine logs much when its store fails. A strong reference, because the log manager may forget loggers without one.
     */
    private static final Logger LOG = Logger.getLogger("dev.cairn");

    @BeforeAll
    static void expectFailures() {
        LOG.setLevel(Level.OFF);
    }

    @AfterAll
    static void expectNone() {
        LOG.setLevel(null);
    }

    @TestFactory
    Stream<DynamicTest> aCrashAtAnyCallChangesNothing() {
        return each(TrialWorkflow.all(), 8, points -> points::crashes);
    }

    @TestFactory
    Stream<DynamicTest> aFailureOfAnyCallChangesNothing() {
        return each(TrialWorkflow.all(), 8, points -> points::failures);
    }

    @TestFactory
    Stream<DynamicTest> twoCrashesAtAnyCallsChangeNothing() {
        // The number of pairs of at least four calls.
        return each(TrialWorkflow.shortOnes(), 64, points -> points::pairsOfCrashes);
    }

    @Test
    void tasksWithoutEffectsAreWrittenTogetherWithTheStartAndTheEnd() {
        assertThat(new CrashPointRunner(this).writes(TrialWorkflow.ofSetTasks(100))).isEqualTo(1);
    }

    @Test
    void eachCallIsAWriteAndTheLastIsThatOfTheEnd() {
        assertThat(new CrashPointRunner(this).writes(TrialWorkflow.ofCalls(10))).isEqualTo(11);
    }

    private Stream<DynamicTest> each(List<TrialWorkflow> workflows, int leastRuns,
            Function<CrashPointRunner, Function<TrialWorkflow, List<String>>> way) {
        return workflows.stream().map(workflow -> DynamicTest.dynamicTest(workflow.name(), () -> {
            CrashPointRunner points = new CrashPointRunner(this);
            assertThat(way.apply(points).apply(workflow)).isEmpty();
            assertThat(points.runs()).isGreaterThan(leastRuns);
        }));
    }
}

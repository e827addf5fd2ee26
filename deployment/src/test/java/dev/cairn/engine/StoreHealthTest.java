package dev.cairn.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.logging.Level;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import dev.cairn.engine.node.StoreHealth;
import dev.cairn.engine.node.StoreHealth.Work;
import dev.cairn.spi.StoreException;
import dev.cairn.testkit.ManualTime;

class StoreHealthTest {

    private final ManualTime time = new ManualTime(1_000_000);
    private final StoreHealth health = new StoreHealth(time, true);

    @RegisterExtension
    final EngineLog log = new EngineLog(Level.SEVERE);

    /** No start is accepted on a node that is not ready, so no other call would report that the store was mended. */
    @ParameterizedTest
    @ValueSource(booleans = { false, true })
    void aFailureOfWhatIsDoneOnDemandIsBelievedForTenSeconds(boolean permanent) {
        health.failed(Work.COMMITS, "Cannot write", new StoreException("broken", permanent, null));
        time.advance(9_999);
        assertThat(health.trouble()).contains(Work.COMMITS);
        time.advance(1);
        assertThat(health.trouble()).isEmpty();
    }

    /** For example, a file could not be synchronized: the contents of the disk are unknown. */
    @Test
    void aStoreOfThisNodeAloneThatIsBeyondHelpStaysSo() {
        StoreHealth own = new StoreHealth(time, false);
        own.failed(Work.COMMITS, "Cannot write", new StoreException("broken", true, null));
        time.advance(3_600_000);
        assertThat(own.trouble()).contains(Work.COMMITS);
    }

    @Test
    void aFailureOfWhatIsTriedAgainIsBelievedUntilItSucceeds() {
        health.failed(Work.TIMERS, "Cannot read", new StoreException("broken", true, null));
        time.advance(3_600_000);
        assertThat(health.trouble()).contains(Work.TIMERS);
        health.good(Work.TIMERS);
        assertThat(health.trouble()).isEmpty();
    }

    /** One instance cannot be loaded, and is tried twice a second; others can. */
    @Test
    void aFailureThatComesAndGoesIsLoggedOnceAMinute() {
        for (int i = 0; i < 240; i++) {
            failed(Work.LOADS);
            health.good(Work.LOADS);
            assertThat(health.trouble()).isEmpty();
            time.advance(500);
        }
        assertThat(log.said()).hasSize(2);
    }

    @Test
    void aFailureAfterTwentySecondsOfSuccessIsLoggedAtOnce() {
        failed(Work.LOADS);
        health.good(Work.LOADS);
        time.advance(19_999);
        failed(Work.LOADS);
        health.good(Work.LOADS);
        assertThat(log.said()).hasSize(1);
        time.advance(20_000);
        failed(Work.LOADS);
        assertThat(log.said()).hasSize(2);
    }

    @Test
    void aFailureThatLastsIsLoggedOnceAMinute() {
        for (int i = 0; i < 4; i++) {
            failed(Work.CLAIMS);
            time.advance(30_000);
        }
        assertThat(log.said()).hasSize(2);
    }

    private void failed(Work work) {
        health.failed(work, "Cannot read", new StoreException("broken", false, null));
    }
}

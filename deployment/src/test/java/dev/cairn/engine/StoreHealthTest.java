package dev.cairn.engine;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import dev.cairn.engine.node.StoreHealth;
import dev.cairn.engine.node.StoreHealth.Work;
import dev.cairn.spi.StoreException;
import dev.cairn.testkit.ManualTime;

class StoreHealthTest {

    private final ManualTime time = new ManualTime(1_000_000);
    private final StoreHealth health = new StoreHealth(time, true);

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
}

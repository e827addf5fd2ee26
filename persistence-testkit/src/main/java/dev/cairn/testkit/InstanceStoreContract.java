package dev.cairn.testkit;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;

import dev.cairn.spi.InstanceStore;

/**
 * The contract of {@link InstanceStore}, to be passed by every store. A store's own test extends this class and says how to open the
 * store:
 *
 * <pre>
 * class MyStoreTest extends InstanceStoreContract {
 *
 *     &#64;TempDir
 *     Path directory;
 *
 *     &#64;Override
 *     protected InstanceStore open() {
 *         return MyStore.open(directory);
 *     }
 * }
 * </pre>
 *
 * <p>
 * A test of a capability that the store does not declare is reported as aborted, with the reason.
 */
public abstract class InstanceStoreContract
        implements CommitContract, ClaimContract, RaceContract, NodeContract, DueTimerContract, FindContract, FilterContract,
        CountContract, RemovalContract, InstanceMessageContract, NodeMessageContract, StoreLifecycleContract, ScheduleContract,
        KeptEventContract, EventSetContract {

    private InstanceStore store;
    private InstanceStore another;

    /**
     * Opens the store. Called at the beginning of a test, when it has to be empty, and again after it was closed, when it has to have
     * what was written. A store that is shared is also opened a second time while it is open, as another node does.
     */
    protected abstract InstanceStore open();

    @BeforeEach
    final void openStore() {
        store = open();
    }

    @AfterEach
    final void closeStore() {
        closeAnother();
        store.close();
    }

    private void closeAnother() {
        if (another != null && another != store) {
            another.close();
        }
        another = null;
    }

    @Override
    public final InstanceStore store() {
        return store;
    }

    @Override
    public final InstanceStore another() {
        if (another == null) {
            another = store.capabilities().shared() ? open() : store;
        }
        return another;
    }

    @Override
    public final void reopen() {
        closeAnother();
        store.close();
        store = open();
    }
}

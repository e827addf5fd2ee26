package dev.cairn.driver;

import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;

import org.jboss.logging.Logger;

import dev.cairn.executor.DivergenceException;
import dev.cairn.journal.Journal;
import dev.cairn.spi.CauseText;
import dev.cairn.spi.CommitResult;
import dev.cairn.spi.InstanceRow;
import dev.cairn.spi.InstanceWrite;
import dev.cairn.spi.StoredInstance;

/**
 * Instances that this node has claimed and cannot run while another may: it has no such definition, or one that the journal does not fit, as
 * when nodes with a newer version of the application run beside it.
 *
 * <p>
 * They are parked, and given back right after this node has looked for instances that nobody runs: the others look before it does so again, and one
 * after the other they come to whoever has what they need. What keeps coming back stays here, until another node has joined. Safe for any
 * thread.
 */
final class Strangers {

    private static final Logger LOG = Logger.getLogger("dev.cairn");
    /** How often this node gives one back. More than once: a look in between, as events want it, takes it again. */
    private static final int MOST_TIMES = 3;
    private static final int MOST_AT_ONCE = 4 * Recovery.PAGE;
    private static final int MOST_REMEMBERED = 100_000;

    private final Engine engine;
    private final InstanceTable table;
    private final Recovery recovery;
    private final Peers peers;
    /** Those that are parked here and can be given back, by id. */
    private final ConcurrentMap<String, Stranger> here = new ConcurrentHashMap<>();
    /** How often each was given back since another node has joined. */
    private final ConcurrentMap<String, Integer> given = new ConcurrentHashMap<>();
    /** Definitions that were told of since then. */
    private final Set<String> toldOf = ConcurrentHashMap.newKeySet();
    private volatile Set<String> known = Set.of();

    Strangers(Engine engine, InstanceTable table, Recovery recovery, Peers peers) {
        this.engine = engine;
        this.table = table;
        this.recovery = recovery;
        this.peers = peers;
    }

    /** Parks an instance that cannot go on here for a reason; it is noted and told only if it stays. */
    void park(Claimed claimed, StoredInstance stored, Throwable reason) {
        boolean ofThisNode = reason instanceof NoDefinitionException || reason instanceof DivergenceException;
        Stranger stranger = new Stranger(claimed.claim().row(), claimed.epoch(), stored.entries().size(), reason,
                ofThisNode && isToBeGiven(claimed.id()));
        park(stranger);
        if (ofThisNode) {
            here.put(claimed.id(), stranger);
        }
    }

    private void park(Stranger stranger) {
        table.park(null, Views.of(stranger.row, null, null), stranger.reason, stranger.leaves);
    }

    private boolean isToBeGiven(String instanceId) {
        return !peers.others().isEmpty() && given.getOrDefault(instanceId, 0) < MOST_TIMES;
    }

    /** True if this node gave an instance back: its timer is for others to wait for. */
    boolean wasGiven(String instanceId) {
        return given.containsKey(instanceId);
    }

    /** This node has just looked for what nobody runs. */
    void giveBack() {
        noteWhoJoined();
        if (!engine.stopping() && engine.lease().held()) {
            here.keySet().removeIf(id -> !table.isParked(id));
            here.forEach(this::stay);
            here.keySet().stream().filter(this::isToBeGiven).limit(MOST_AT_ONCE).forEach(this::give);
        }
    }

    /** Notes that an instance stays after all, if it does: those whom it was to be left to are gone. */
    private void stay(String id, Stranger stranger) {
        Stranger staying = stranger.staying();
        if (stranger.leaves && !isToBeGiven(id) && here.replace(id, stranger, staying)) {
            park(staying);
        }
    }

    private void noteWhoJoined() {
        List<String> others = peers.others();
        if (!known.containsAll(others) || given.size() > MOST_REMEMBERED) {
            given.clear();
            toldOf.clear();
        }
        known = Set.copyOf(others);
    }

    private void give(String id) {
        Stranger stranger = here.remove(id);
        if (stranger == null) {
            return;
        }
        given.merge(id, 1, Integer::sum);
        tell(stranger);
        // Before it is written: what this node claims after that is parked anew.
        table.unpark(id);
        engine.journal().commit(
                new InstanceWrite(stranger.row.withOwner(null), stranger.epoch, stranger.entries, List.of()),
                new Journal.Listener() {
                    @Override
                    public void done(CommitResult result) {
                        // If it was refused another node has it already.
                        table.look(id);
                    }

                    @Override
                    public void failed(Throwable cause) {
                        recovery.claim(id);
                    }
                });
    }

    private void tell(Stranger stranger) {
        InstanceRow row = stranger.row;
        boolean first = toldOf.add(row.workflow() + ":" + row.version());
        LOG.logf(first ? Logger.Level.WARN : Logger.Level.DEBUG,
                "CAIRN-0464: Left instance to other nodes [workflow=%s, version=%s, instance=%s]: %s. One that runs the version of the"
                        + " application that it belongs to takes it; if there is none, start one.",
                row.workflow(), row.version(), row.id(), CauseText.of(stranger.reason));
    }

    /** @param leaves true if it was to be left to others when it was parked */
    private record Stranger(InstanceRow row, long epoch, long entries, Throwable reason, boolean leaves) {

        Stranger staying() {
            return new Stranger(row, epoch, entries, reason, false);
        }
    }

    /** The application has no definition of this name and version. */
    static final class NoDefinitionException extends RuntimeException {

        private static final long serialVersionUID = 1L;

        NoDefinitionException(InstanceRow row) {
            super("the application has no workflow " + row.workflow() + ":" + row.version() + " any more");
        }
    }
}

package dev.cairn.driver;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

import org.jboss.logging.Logger;

import dev.cairn.spi.Claim;
import dev.cairn.spi.InstanceRow;
import dev.cairn.spi.InstanceStore;
import dev.cairn.spi.StoredInstance;
import io.smallrye.mutiny.Uni;

/** Brings instances into memory: those an earlier life of the application left unfinished, and those whose time has come. */
final class Recovery {

    private static final Logger LOG = Logger.getLogger("dev.cairn");
    private static final int PAGE = 128;
    private static final long RETRY_MILLIS = 1_000;

    private final Engine engine;
    private final InstanceStore store;
    private final InstanceTable table;
    /** Instances that are being claimed and loaded: a second claim would make the first one's epoch stale. */
    private final Set<String> onTheirWay = ConcurrentHashMap.newKeySet();

    Recovery(Engine engine, InstanceStore store, InstanceTable table) {
        this.engine = engine;
        this.store = store;
        this.table = table;
    }

    /** Claims and resumes, page by page, all that nobody runs. */
    void begin() {
        page(0);
    }

    private void page(int before) {
        if (engine.stopping()) {
            return;
        }
        store.claimOrphans(engine.nodeId(), PAGE).subscribe().with(claims -> {
            claims.forEach(claim -> {
                onTheirWay.add(claim.row().id());
                load(claim);
            });
            int sum = before + claims.size();
            if (claims.isEmpty()) {
                if (sum > 0) {
                    LOG.infof("CAIRN-0424: Resumed %d unfinished instances.", sum);
                }
            } else {
                engine.threads().worker(() -> page(sum));
            }
        }, failure -> later("claim unfinished instances", failure, () -> page(before)));
    }

    /** Claims and resumes an instance; one that somebody else runs, or that is on its way already, is left alone. */
    void claim(String instanceId) {
        if (!table.isLive(instanceId) && onTheirWay.add(instanceId)) {
            tryClaim(instanceId);
        }
    }

    private void tryClaim(String instanceId) {
        store.claim(engine.nodeId(), List.of(instanceId)).subscribe().with(claims -> {
            if (claims.isEmpty()) {
                onTheirWay.remove(instanceId);
                // Somebody else runs it, or it has ended: then nobody will tell those who wait.
                table.look(instanceId);
            }
            claims.forEach(this::load);
        }, failure -> later("claim the instance " + instanceId, failure, () -> tryClaim(instanceId)));
    }

    private void load(Claim claim) {
        Uni<Optional<StoredInstance>> loading = store.load(claim.row().id());
        loading.subscribe().with(
                stored -> engine.threads().worker(() -> {
                    stored.ifPresent(found -> resume(claim, found));
                    onTheirWay.remove(claim.row().id());
                }),
                failure -> later("load the instance " + claim.row().id(), failure, () -> load(claim)));
    }

    private void resume(Claim claim, StoredInstance stored) {
        InstanceRow row = claim.row();
        if (table.isLive(row.id()) || stored.row().status().ended() || engine.stopping()) {
            return;
        }
        InstalledProgram program = engine.programs().exactly(row.workflow(), row.version());
        try {
            if (program == null) {
                throw new IllegalStateException("the application has no workflow " + row.workflow() + ":" + row.version()
                        + " any more");
            }
            Replay replay = Replay.of(row.id(), program.linked(), engine.journal().reader(stored),
                    engine.options().workerBudget());
            Instance instance = new Instance(engine, row, program, replay, claim.epoch());
            if (table.add(instance) == null) {
                instance.resume();
            }
        } catch (RuntimeException | StackOverflowError misfit) {
            table.park(Views.of(row, null, null), misfit);
        }
    }

    private void later(String what, Throwable failure, Runnable again) {
        if (!engine.stopping()) {
            LOG.errorf("CAIRN-0425: Cannot %s: %s. %s", what, failure.getMessage(), Failures.next(failure));
            if (!Failures.isPermanent(failure)) {
                engine.timers().after(RETRY_MILLIS, again);
            }
        }
    }
}

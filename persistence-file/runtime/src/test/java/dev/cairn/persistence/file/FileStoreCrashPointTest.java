package dev.cairn.persistence.file;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Tag;

import dev.cairn.crashpoints.CrashPointContract;
import dev.cairn.spi.InstanceStore;

/** With each crash of the engine the power is cut as well: what was not synced is kept or lost, sector by sector. */
@Tag("long")
@Tag("crash-points")
@Tag("any-jdk")
class FileStoreCrashPointTest extends CrashPointContract {

    /** A file takes one group or two, so most commits are written over earlier ones, and the index is written often. */
    private static final StoreMaintenanceThresholds SMALL = StoreMaintenanceThresholds.ofLog(8 * 1024, 8 * 1024, 4 * 1024,
            8 * 1024);

    private static long recycledFiles;

    private LossyDisk disk;
    private int disks;

    @AfterAll
    static void expectFilesToBeUsedAgain() {
        assertThat(recycledFiles).isPositive();
    }

    @Override
    public InstanceStore openEmpty() {
        disks++;
        disk = LossyDisk.empty(disks, true);
        return FileStore.open(disk, SMALL);
    }

    @Override
    public InstanceStore restart(InstanceStore dead) {
        recycledFiles += disk.recycledFiles();
        disk = disk.cutPower();
        // Its later writes go to a disk that is gone.
        dead.close();
        return FileStore.open(disk, SMALL);
    }
}

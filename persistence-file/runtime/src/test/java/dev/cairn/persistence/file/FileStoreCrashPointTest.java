package dev.cairn.persistence.file;

import org.junit.jupiter.api.Tag;

import dev.cairn.crashpoints.CrashPointContract;
import dev.cairn.spi.InstanceStore;

/** With each crash of the engine the power is cut as well: what was not synced is kept or lost, sector by sector. */
@Tag("long")
@Tag("crash-points")
@Tag("any-jdk")
class FileStoreCrashPointTest extends CrashPointContract {

    private LossyDisk disk;
    private int disks;

    @Override
    public InstanceStore openEmpty() {
        disks++;
        disk = LossyDisk.empty(disks, true);
        return FileStore.open(disk, Sizing.USUAL);
    }

    @Override
    public InstanceStore restart(InstanceStore dead) {
        disk = disk.cutPower();
        // What it still writes goes to a disk that is no more.
        dead.close();
        return FileStore.open(disk, Sizing.USUAL);
    }
}

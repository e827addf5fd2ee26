package dev.cairn.persistence.jpa;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

import dev.cairn.api.InstanceStatus;
import dev.cairn.spi.InstanceCountTally;
import dev.cairn.spi.InstanceRow;

/**
 * Key of the instances that are counted together.
 *
 * @param phase the code of their {@link InstanceRow#phase() phase}, or {@link #PARKED}
 */
record InstanceCountGroupKey(String workflow, String version, int phase) {

    /** Follows the codes of the phases. */
    static final int PARKED = 7;
    /** The row that tells if the counts are right. */
    static final InstanceCountGroupKey STATE = new InstanceCountGroupKey("", "", -1);

    /** Names of workflows and versions do not contain this character. */
    private static final char SEPARATOR = '\u001f';
    private static final String SQL_PHASE = "CASE WHEN %1$swake_at = " + InstanceRow.NEVER + " THEN %1$sstatus"
            + " WHEN %1$sstatus = " + InstanceStatus.SUSPENDED.code() + " THEN " + InstanceStatus.PENDING.code()
            + " WHEN %1$sstatus <> " + InstanceStatus.RUNNING.code() + " THEN %1$sstatus"
            + " WHEN %1$swake_at = " + InstanceRow.PARKED + " THEN " + PARKED
            + " ELSE " + InstanceStatus.WAITING.code() + " END";

    static InstanceCountGroupKey of(InstanceRow row) {
        return new InstanceCountGroupKey(row.workflow(), row.version(), row.isParked() ? PARKED : row.phase().code());
    }

    /** The group of an instance, by its columns. */
    static InstanceCountGroupKey of(String workflow, String version, int status, long wakeAtMillis) {
        return of(new InstanceRow("", workflow, version, InstanceStatus.ofCode(status), 0, 0, wakeAtMillis, null));
    }

    InstanceCountTally.Group group() {
        return new InstanceCountTally.Group(workflow, version,
                phase == PARKED ? InstanceStatus.SUSPENDED : InstanceStatus.ofCode(phase), phase == PARKED);
    }

    /** A hash of workflow, version and phase, 64 characters: the three are too long for a key. Each call computes it anew. */
    String id() {
        try {
            return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256")
                    .digest((phase + String.valueOf(SEPARATOR) + version + SEPARATOR + workflow)
                            .getBytes(StandardCharsets.UTF_8)));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("Every Java platform has SHA-256", e);
        }
    }

    /** The phase in SQL, from the columns of {@code cairn_instance}, which the statement calls {@code table}. */
    static String sqlPhase(String table) {
        return SQL_PHASE.formatted(table + ".");
    }
}

package dev.cairn.persistence.jpa;

import java.time.Duration;

import dev.cairn.spi.ExceptionMessageFormatter;
import dev.cairn.spi.InstanceOperationRefusedException;
import dev.cairn.spi.StoreException;

/** Failures of the JPA store. It owns the codes {@code CAIRN-0550} to {@code CAIRN-0569}. */
final class JpaStoreExceptionFactory {

    private JpaStoreExceptionFactory() {}

    static StoreException noTables(String database, Throwable cause) {
        return new StoreException(
                "CAIRN-0550: Cannot use the tables of Cairn [database=" + database + "]: " + ExceptionMessageFormatter.of(cause)
                        + ". Let Flyway run the migrations in db/cairn, let Hibernate ORM update the schema, or set"
                        + " quarkus.cairn.jpa.create-tables=true.",
                true, cause);
    }

    static StoreException cannotAnswer(String what, Throwable cause) {
        return new StoreException(
                "CAIRN-0551: The database failed [operation=" + what + "]: " + ExceptionMessageFormatter.of(cause)
                        + ". Check the database; unacknowledged writes are tried again.",
                false, cause);
    }

    static StoreException closed() {
        return new StoreException("CAIRN-0552: The JPA store is closed.", true, null);
    }

    static StoreException tooLate(long millis) {
        return new StoreException("CAIRN-0559: Takeover abandoned [too late by=" + millis
                + " ms]: the database executed it so late that it may have missed heartbeats of live nodes. It is tried again.",
                false, null);
    }

    static StoreException incomplete(String instanceId, long expected, long found) {
        return new InstanceOperationRefusedException("CAIRN-0553: The journal of an instance is damaged [instance=" + instanceId
                + ", entries=" + expected + ", found=" + found
                + "]: other software changed the tables. Restore them from a backup.", null);
    }

    static StoreException refused(String instanceId, int writes, Throwable cause) {
        return new InstanceOperationRefusedException("CAIRN-0556: The database refuses to write [instance=" + instanceId
                + (writes > 1 ? " or another of " + writes : "") + "]: " + ExceptionMessageFormatter.of(cause)
                + ". If a value is too large, raise the limit (max_allowed_packet on MariaDB), then resume the instance.",
                cause);
    }

    static IllegalArgumentException badSettings(int concurrentCommits, Duration timeout) {
        return new IllegalArgumentException("CAIRN-0558: The settings of the JPA store make no sense [concurrent-commits="
                + concurrentCommits + ", timeout=" + timeout
                + "]: one transaction at least has to write, and the time is from 1 millisecond to 24 days. Correct them.");
    }

    static StoreException busy(int waiting) {
        return new StoreException("CAIRN-0557: Cannot ask the database [waiting=" + waiting
                + "]: too much waits for it already. Try again later.", false, null);
    }
}

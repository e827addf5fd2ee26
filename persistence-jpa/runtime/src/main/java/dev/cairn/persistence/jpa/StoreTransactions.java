package dev.cairn.persistence.jpa;

import java.io.EOFException;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;

import org.hibernate.HibernateException;
import org.hibernate.SessionFactory;
import org.hibernate.StatelessSession;

import dev.cairn.spi.StoreException;

/**
 * Transactions of the store: local ones on a connection of the persistence unit, independent of the caller's transaction.
 * Blocks; for the store's own threads only.
 */
final class StoreTransactions {

    /**
     * Rows that a transaction locks delay the nodes that take instances over. So the server ends a transaction after this time
     * without a statement: its application stands still, or the machine is gone without notice.
     */
    private static final long LONGEST_SILENCE_MILLIS = 5_000;
    /** Even a healthy transaction may wait that long for a processor. */
    private static final long SHORTEST_SILENCE_MILLIS = 1_000;
    /** After that many, something else is wrong. */
    private static final int MAX_ATTEMPTS = 10;
    /** PostgreSQL has ended the transaction, and the connection, because it heard nothing for too long. */
    private static final String SILENT_IN_TRANSACTION = "25P03";
    /** Serialization failure, deadlock; H2's lock timeout and MariaDB's. */
    private static final Set<String> AGAIN = Set.of("40001", "40P01", "HYT00", "HYT01", SILENT_IN_TRANSACTION);
    /** A lock that was waited for too long; a row that has changed since the transaction began, with {@code innodb_snapshot_isolation}. */
    private static final Set<Integer> AGAIN_ON_MARIADB = Set.of(1205, 1020);
    /** Another transaction wrote the same key meanwhile: the retry sees it. */
    private static final String INTEGRITY = "23";
    /** PostgreSQL's driver sends nothing to execute if it cannot read a parameter to its end. */
    private static final String PARAMETER_UNREADABLE = "22023";
    private static final String CONNECTION_BROKEN = "08";

    private final SessionFactory sessions;
    private final int timeoutMillis;
    private final DatabaseDialect database;
    private volatile long mostSilentMillis = LONGEST_SILENCE_MILLIS;

    /**
     * Asks the database which one it is.
     *
     * @param timeout maximum time without an answer to a statement, after which its connection is abandoned
     * @throws StoreException if the database does not answer
     */
    StoreTransactions(SessionFactory sessions, Duration timeout) {
        this.sessions = sessions;
        timeoutMillis = Math.toIntExact(timeout.toMillis());
        database = single("the name of the database", DatabaseDialect::of);
    }

    DatabaseDialect database() {
        return database;
    }

    /** Has later transactions end before the lease of this node does, if nothing is heard in them for half of it, or a second. */
    void leaseLasts(long millis) {
        mostSilentMillis = Math.max(SHORTEST_SILENCE_MILLIS, Math.min(LONGEST_SILENCE_MILLIS, millis / 2));
    }

    /**
     * Does something in a transaction; when this returns, it is committed.
     *
     * @param what for the message of a failure
     * @throws StoreException if it failed; it may have been committed all the same if the reply to the commit was lost
     */
    <T> T write(String what, TransactionWork<T> work) {
        return attempt(what, timeoutMillis, connection -> inTransaction(connection, work));
    }

    /** As {@link #write(String, TransactionWork)}, for what may wait less long for a silent database. */
    <T> T write(String what, Duration patience, TransactionWork<T> work) {
        int silenceMillis = (int) Math.min(timeoutMillis, patience.toMillis());
        return attempt(what, silenceMillis, connection -> inTransaction(connection, work));
    }

    /** As {@link #write(String, TransactionWork)}, for slow statements: {@code patience} is their maximum time without an answer. */
    <T> T writeSlowly(String what, Duration patience, TransactionWork<T> work) {
        return attempt(what, (int) patience.toMillis(), connection -> inTransaction(connection, work));
    }

    /** Does something with statements each of which is a transaction of its own. */
    <T> T single(String what, TransactionWork<T> work) {
        return attempt(what, timeoutMillis, work);
    }

    /**
     * A pool that has no connection in time is asked once more: Agroal overlooks who begins to wait just when one is given back, and lets it wait
     * although that is free.
     */
    private <T> T attempt(String what, int silenceMillis, TransactionWork<T> work) {
        AtomicBoolean connected = new AtomicBoolean();
        for (int attempt = 1; true; attempt++) {
            try (StatelessSession session = sessions.openStatelessSession()) {
                return session.doReturningWork(connection -> {
                    connected.set(true);
                    return withTimeout(connection, silenceMillis, work);
                });
            } catch (HibernateException e) {
                SQLException cause = sqlCause(e);
                boolean overlooked = attempt == 1 && !connected.get() && cause != null && cause.getSQLState() == null;
                if (cause == null || attempt == MAX_ATTEMPTS || !overlooked && !again(cause)) {
                    throw JpaStoreExceptionFactory.cannotAnswer(what, cause == null ? e : cause);
                }
            }
        }
    }

    private static <T> T withTimeout(Connection connection, int silenceMillis, TransactionWork<T> work) throws SQLException {
        int before = connection.getNetworkTimeout();
        connection.setNetworkTimeout(Runnable::run, silenceMillis);
        T result;
        try {
            result = work.in(connection);
        } catch (SQLException | RuntimeException | Error e) {
            // The pool gives up a connection that is broken: it knows the failures of its database that say so.
            if (!broken(e)) {
                endTimeout(connection, before, e);
            }
            throw e;
        }
        connection.setNetworkTimeout(Runnable::run, before);
        return result;
    }

    private static void endTimeout(Connection connection, int before, Throwable reason) {
        try {
            connection.setNetworkTimeout(Runnable::run, before);
        } catch (SQLException e) {
            reason.addSuppressed(e);
        }
    }

    private <T> T inTransaction(Connection connection, TransactionWork<T> work) throws SQLException {
        try {
            database.begin(connection, mostSilentMillis);
            T result = work.in(connection);
            connection.commit();
            database.end(connection);
            return result;
        } catch (SQLException | RuntimeException | Error e) {
            // Errors included: otherwise the pool would give the connection, with the work so far, to the next transaction.
            undo(connection, e);
            throw e;
        }
    }

    private void undo(Connection connection, Throwable reason) {
        if (broken(reason)) {
            return;
        }
        try {
            connection.rollback();
            database.end(connection);
        } catch (SQLException | RuntimeException | Error e) {
            reason.addSuppressed(e);
            giveUp(connection, reason);
        }
    }

    /** The state of the connection is unknown. The pool's own way leaves the connection of the driver open. */
    private static void giveUp(Connection connection, Throwable reason) {
        try {
            connection.unwrap(Connection.class).abort(Runnable::run);
        } catch (SQLException e) {
            reason.addSuppressed(e);
        }
    }

    private static boolean broken(Throwable failure) {
        if (!(failure instanceof SQLException told)) {
            return false;
        }
        String state = told.getSQLState();
        return state == null || state.startsWith(CONNECTION_BROKEN) || SILENT_IN_TRANSACTION.equals(state);
    }

    private boolean again(SQLException failure) {
        String state = failure.getSQLState();
        return state != null && (AGAIN.contains(state) || state.startsWith(INTEGRITY))
                || database == DatabaseDialect.MARIADB && AGAIN_ON_MARIADB.contains(failure.getErrorCode())
                // The driver tried again by itself, and found the stream of a large value at its end: we have another one.
                || PARAMETER_UNREADABLE.equals(state) && failure.getCause() instanceof EOFException;
    }

    /** The failure of a batch has that of the statement behind it. */
    private static SQLException sqlCause(Throwable failure) {
        SQLException found = null;
        for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
            if (cause instanceof SQLException sql && (found == null || found.getSQLState() == null)) {
                found = sql;
            }
        }
        return found;
    }
}

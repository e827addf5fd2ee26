package dev.cairn.persistence.jpa;

import java.nio.ByteBuffer;
import java.sql.SQLException;
import java.util.List;

import dev.cairn.spi.CommitResult;
import dev.cairn.spi.EncodedEntry;
import dev.cairn.spi.InstanceWrite;
import dev.cairn.spi.StoreException;

/**
 * Commits through another writer, and classifies a failure as permanent if the database will never accept the batch.
 */
final class FailureClassifyingWriter implements CommitWriter {

    /** Classes of SQL states: invalid or too large data, a violated constraint, a limit of the database. */
    private static final List<String> REFUSALS = List.of("22", "23", "54");
    /** Every database takes a payload of this size. */
    private static final int SMALL_BYTES = 1 << 20;
    /** Size of a packet beside its payload. */
    private static final int STATEMENT_BYTES = 1_024;

    private final CommitWriter commits;
    private final StoreTransactions transactions;
    private final DatabaseDialect database;

    FailureClassifyingWriter(CommitWriter commits, StoreTransactions transactions, DatabaseDialect database) {
        this.commits = commits;
        this.transactions = transactions;
        this.database = database;
    }

    @Override
    public List<CommitResult> commit(List<InstanceWrite> batch) {
        try {
            return commits.commit(batch);
        } catch (StoreException e) {
            if (e.getCause() instanceof SQLException cause && (refuses(cause) || tooLarge(batch))) {
                throw JpaStoreExceptionFactory.refused(batch.get(0).row().id(), batch.size(), cause);
            }
            throw e;
        }
    }

    private static boolean refuses(SQLException failure) {
        String state = failure.getSQLState();
        return state != null && REFUSALS.stream().anyMatch(state::startsWith);
    }

    /** MariaDB silently closes the connection while a packet that is too large is sent: it looks like a broken connection. */
    private boolean tooLarge(List<InstanceWrite> batch) {
        if (database != DatabaseDialect.MARIADB) {
            return false;
        }
        long largest = batch.stream().flatMap(write -> write.entries().stream()).filter(entry -> entry.size() > SMALL_BYTES / 2)
                .mapToLong(FailureClassifyingWriter::sentBytes).max().orElse(0);
        return largest > SMALL_BYTES && largest + STATEMENT_BYTES > transactions.single("the largest packet",
                connection -> InstanceResultSetMapper
                        .query(connection, "SELECT @@max_allowed_packet", List.of(), result -> result.getLong(1))
                        .get(0));
    }

    /** The driver sends a value as text, with a backslash before some bytes. */
    private static long sentBytes(EncodedEntry entry) {
        long bytes = entry.size();
        for (ByteBuffer piece : entry.pieces()) {
            for (int i = piece.position(); i < piece.limit(); i++) {
                byte one = piece.get(i);
                bytes += one == 0 || one == '\'' || one == '"' || one == '\\' ? 1 : 0;
            }
        }
        return bytes;
    }
}

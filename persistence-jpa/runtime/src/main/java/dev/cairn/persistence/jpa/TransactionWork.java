package dev.cairn.persistence.jpa;

import java.sql.Connection;
import java.sql.SQLException;

/** The work of one transaction. The database may demand that it is repeated from the beginning. */
@FunctionalInterface
interface TransactionWork<T> {

    /**
     * @param connection in a transaction; neither commit nor close it
     */
    T in(Connection connection) throws SQLException;
}

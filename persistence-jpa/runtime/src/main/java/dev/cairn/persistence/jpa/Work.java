package dev.cairn.persistence.jpa;

import java.sql.Connection;
import java.sql.SQLException;

/** What is done in one transaction. It may be done again from the beginning, if the database asks for that. */
@FunctionalInterface
interface Work<T> {

    /**
     * @param connection in a transaction; neither commit nor close it
     */
    T in(Connection connection) throws SQLException;
}

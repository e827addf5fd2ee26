package dev.cairn.persistence.jpa;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;

import dev.cairn.api.InstanceStatus;
import dev.cairn.api.SearchKeys;
import dev.cairn.spi.InstanceRow;

/** Maps rows of {@code cairn_instance}. */
final class InstanceResultSetMapper {

    /** The columns that {@link #read} takes, of the table {@code i}. */
    static final String COLUMNS = "i.id, i.workflow, i.version, i.status, i.created_at, i.updated_at, i.wake_at, i.owner,"
            + " i.keep_until, i.business_key, i.attributes, i.epoch, i.entry_count, i.error_type";
    /** Values that no database and no driver has trouble with in one list. */
    static final int MAX_LISTED = 500;

    private InstanceResultSetMapper() {}

    /**
     * A row with the columns that only the store needs.
     *
     * @param entryCount number of entries of the journal
     */
    record Stored(InstanceRow row, long epoch, long entryCount) {}

    private static Stored read(ResultSet result) throws SQLException {
        InstanceRow row = new InstanceRow(result.getString(1), result.getString(2), result.getString(3),
                InstanceStatus.ofCode(result.getInt(4)), result.getLong(5), result.getLong(6), result.getLong(7),
                result.getString(8), result.getLong(9), keys(result.getString(10), result.getString(11)), result.getString(14));
        return new Stored(row, result.getLong(12), result.getLong(13));
    }

    private static SearchKeys keys(String businessKey, String attributes) {
        return businessKey == null && attributes == null ? SearchKeys.NONE
                : new SearchKeys(businessKey, AttributesJsonCodec.decode(attributes));
    }

    /** Asks for {@link #COLUMNS}. */
    static List<Stored> query(Connection connection, String sql, List<?> parameters) throws SQLException {
        return query(connection, sql, parameters, InstanceResultSetMapper::read);
    }

    /** Reads one row of a result. */
    interface Reader<T> {
        T read(ResultSet result) throws SQLException;
    }

    static <T> List<T> query(Connection connection, String sql, List<?> parameters, Reader<T> reader) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(sql)) {
            bind(statement, parameters);
            try (ResultSet result = statement.executeQuery()) {
                List<T> found = new ArrayList<>();
                while (result.next()) {
                    found.add(reader.read(result));
                }
                return found;
            }
        }
    }

    static int update(Connection connection, String sql, List<?> parameters) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(sql)) {
            bind(statement, parameters);
            return statement.executeUpdate();
        }
    }

    private static void bind(PreparedStatement statement, List<?> parameters) throws SQLException {
        for (int i = 0; i < parameters.size(); i++) {
            statement.setObject(i + 1, parameters.get(i));
        }
    }

    /** {@code (?, ?, ?)} */
    static String placeholders(int count) {
        return "(" + "?, ".repeat(count - 1) + "?)";
    }

    /** Parts of a list, none longer than {@link #MAX_LISTED}. */
    static <T> List<List<T>> parts(List<T> all) {
        List<List<T>> parts = new ArrayList<>();
        for (int from = 0; from < all.size(); from += MAX_LISTED) {
            parts.add(all.subList(from, Math.min(all.size(), from + MAX_LISTED)));
        }
        return parts;
    }
}

package dev.cairn.persistence.jpa;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.StringJoiner;

import dev.cairn.api.InstanceStatus;
import dev.cairn.spi.InstancePage;
import dev.cairn.spi.InstanceQuery;
import dev.cairn.spi.InstanceRow;

/**
 * Looks for instances, newest first. Each query reads the first rows of an index, in its order. The indexes of listings begin with
 * the status; without one, the first rows of each status are put together. Of several criteria the rarest leads: see {@link Rarest}.
 */
final class Finder {

    private Finder() {}

    static InstancePage find(Connection connection, InstanceQuery query) throws SQLException {
        List<Statement> criteria = Rarest.criteria(query);
        if (criteria.size() > 1) {
            return Rarest.find(connection, query, criteria);
        }
        Statement statement = statement(query);
        List<Rows.Stored> found = Rows.query(connection, statement.sql(), statement.parameters());
        boolean more = found.size() > query.limit();
        List<InstanceRow> rows = found.stream().limit(query.limit()).map(Rows.Stored::row).toList();
        return new InstancePage(rows,
                more ? Cursor.of(rows.get(query.limit() - 1)).toString() : null);
    }

    /** A query with its parameters. */
    record Statement(String sql, List<Object> parameters) {}

    private static Statement statement(InstanceQuery query) {
        if (query.status() != null || query.keys().businessKey() != null || !query.keys().attributes().isEmpty()) {
            List<Object> parameters = new ArrayList<>();
            String order = query.keys().attributes().isEmpty() ? end("i.created_at", "i.id", query)
                    : end("a.created_at", "a.instance_id", query);
            return new Statement(select(query, query.status(), parameters) + order, parameters);
        }
        List<Object> parameters = new ArrayList<>();
        StringJoiner branches = new StringJoiner(" UNION ALL ");
        for (InstanceStatus status : InstanceStatus.values()) {
            branches.add("(" + select(query, status, parameters) + end("i.created_at", "i.id", query) + ")");
        }
        return new Statement("SELECT * FROM (" + branches + ") AS page" + end("created_at", "id", query), parameters);
    }

    private static String end(String createdAt, String id, InstanceQuery query) {
        return " ORDER BY " + createdAt + " DESC, " + id + " DESC FETCH FIRST " + (query.limit() + 1) + " ROWS ONLY";
    }

    private static String select(InstanceQuery query, InstanceStatus status, List<Object> parameters) {
        StringBuilder sql = new StringBuilder("SELECT ").append(Rows.COLUMNS).append(" FROM cairn_instance i");
        StringJoiner conditions = new StringJoiner(" AND ", " WHERE ", "").setEmptyValue("");
        query.keys().attributes().forEach((name, value) -> {
            // Its index has the order of a page.
            sql.append(" JOIN cairn_attribute a ON a.instance_id = i.id");
            conditions.add("a.name = ?").add("a.content = ?");
            parameters.add(name);
            parameters.add(value);
        });
        if (query.keys().businessKey() != null) {
            conditions.add("i.business_key = ?");
            parameters.add(query.keys().businessKey());
        }
        if (query.workflow() != null) {
            conditions.add("i.workflow = ?");
            parameters.add(query.workflow());
        }
        if (status != null) {
            conditions.add("i.status = " + status.code());
        }
        if (query.keys().attributes().isEmpty()) {
            addTimes(query, "i.created_at", "i.id", conditions, parameters);
        } else {
            addTimes(query, "a.created_at", "a.instance_id", conditions, parameters);
        }
        return sql.append(conditions).toString();
    }

    /** The times a page is of, and where the one before it ended. */
    static void addTimes(InstanceQuery query, String createdAt, String id, StringJoiner conditions,
            List<Object> parameters) {
        if (query.createdFromMillis() != Long.MIN_VALUE) {
            conditions.add(createdAt + " >= ?");
            parameters.add(query.createdFromMillis());
        }
        if (query.createdToMillis() != Long.MAX_VALUE) {
            conditions.add(createdAt + " < ?");
            parameters.add(query.createdToMillis());
        }
        if (query.cursor() != null) {
            // Not as a comparison of pairs: not every database reads an index by one.
            Cursor cursor = Cursor.parse(query.cursor());
            conditions.add(createdAt + " <= ?").add("(" + createdAt + " < ? OR " + id + " < ?)");
            parameters.add(cursor.createdAtMillis());
            parameters.add(cursor.createdAtMillis());
            parameters.add(cursor.id());
        }
    }
}

package dev.cairn.persistence.jpa;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.StringJoiner;

import dev.cairn.api.InstanceStatus;
import dev.cairn.api.SearchKeys;
import dev.cairn.spi.InstancePage;
import dev.cairn.spi.InstanceQuery;
import dev.cairn.spi.InstanceRow;

/**
 * Finds instances, newest first. Each query reads the first rows of an index, in its order. The indexes of listings begin with
 * the stored status; of several, the first rows of each are put together. Criteria without an index are checked row by row,
 * within a bound. Of several criteria the rarest leads: see {@link RarestCriterionSearch}.
 */
final class JpaInstanceFinder {

    /** Maximum rows that a page examines if a filter has no index. Checked between statements. */
    private static final int MAX_LOOKED_AT = 4_000;
    /** Minimum rows of each further statement, which save round trips. */
    private static final int MIN_MORE = 64;
    /** Maximum rows that further statements hold in memory at once. */
    private static final int MAX_AT_ONCE = 1_000;

    private JpaInstanceFinder() {}

    static InstancePage find(Connection connection, InstanceQuery query) throws SQLException {
        if (query.storedStatuses().isEmpty()) {
            return new InstancePage(List.of(), null);
        }
        List<Statement> criteria = RarestCriterionSearch.criteria(query);
        return criteria.size() > 1 ? RarestCriterionSearch.find(connection, query, criteria) : byIndex(connection, query);
    }

    private static InstancePage byIndex(Connection connection, InstanceQuery query) throws SQLException {
        List<InstanceRow> rows = new ArrayList<>();
        // The statement filters by keys already.
        InstanceQuery beyondKeys = query.withKeys(SearchKeys.NONE);
        InstanceQuery rest = query;
        int wanted = query.limit() + 1;
        int lookedAt = 0;
        while (true) {
            Statement statement = statement(rest, wanted);
            List<InstanceResultSetMapper.Stored> found = InstanceResultSetMapper.query(connection, statement.sql(),
                    statement.parameters());
            found.stream().map(InstanceResultSetMapper.Stored::row).filter(beyondKeys::matches).forEach(rows::add);
            if (rows.size() > query.limit()) {
                List<InstanceRow> page = List.copyOf(rows.subList(0, query.limit()));
                return new InstancePage(page, PageCursor.of(page.get(page.size() - 1)).toString());
            }
            if (found.size() < wanted) {
                return new InstancePage(rows, null);
            }
            lookedAt += found.size();
            String reached = PageCursor.of(found.get(found.size() - 1).row()).toString();
            if (lookedAt >= MAX_LOOKED_AT) {
                return new InstancePage(rows, reached);
            }
            rest = rest.withCursor(reached);
            wanted = Math.min(MAX_AT_ONCE, Math.max(MIN_MORE, 2 * wanted));
        }
    }

    /** The instances of a node whose stored status is pending or running, by id. */
    static InstancePage findOwned(Connection connection, String nodeId, String cursor, int limit) throws SQLException {
        List<Object> parameters = new ArrayList<>(List.of(nodeId));
        if (cursor != null) {
            parameters.add(cursor);
        }
        List<InstanceRow> rows = InstanceResultSetMapper
                .query(connection, "SELECT " + InstanceResultSetMapper.COLUMNS + " FROM cairn_instance i WHERE i.owner = ?"
                        + " AND i.status <= " + InstanceStatus.RUNNING.code() + (cursor == null ? "" : " AND i.id > ?")
                        + " ORDER BY i.id FETCH FIRST " + (limit + 1) + " ROWS ONLY", parameters)
                .stream().map(InstanceResultSetMapper.Stored::row)
                .toList();
        return rows.size() <= limit ? new InstancePage(rows, null)
                : new InstancePage(rows.subList(0, limit), rows.get(limit - 1).id());
    }

    /** A query with its parameters. */
    record Statement(String sql, List<Object> parameters) {}

    private static Statement statement(InstanceQuery query, int wanted) {
        List<Object> parameters = new ArrayList<>();
        if (query.keys().businessKey() != null || !query.keys().attributes().isEmpty()) {
            String order = query.keys().attributes().isEmpty() ? end("i.created_at", "i.id", wanted)
                    : end("a.created_at", "a.instance_id", wanted);
            return new Statement(select(query, null, null, parameters) + order, parameters);
        }
        List<String> branches = new ArrayList<>();
        for (String workflow : workflows(query)) {
            for (InstanceStatus status : query.storedStatuses()) {
                branches.add(select(query, workflow, status, parameters) + end("i.created_at", "i.id", wanted));
            }
        }
        return new Statement(branches.size() == 1 ? branches.get(0)
                : "SELECT * FROM (" + union(branches) + ") AS page" + end("created_at", "id", wanted), parameters);
    }

    /** The workflows of a query; null alone stands for any. */
    static Collection<String> workflows(InstanceQuery query) {
        return query.workflows() == null ? Collections.singleton(null) : query.workflows();
    }

    static String union(List<String> branches) {
        return "(" + String.join(") UNION ALL (", branches) + ")";
    }

    private static String end(String createdAt, String id, int wanted) {
        return " ORDER BY " + createdAt + " DESC, " + id + " DESC FETCH FIRST " + wanted + " ROWS ONLY";
    }

    private static String select(InstanceQuery query, String workflow, InstanceStatus status, List<Object> parameters) {
        StringBuilder sql = new StringBuilder("SELECT ").append(InstanceResultSetMapper.COLUMNS)
                .append(" FROM cairn_instance i");
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
        if (workflow != null) {
            conditions.add("i.workflow = ?");
            parameters.add(workflow);
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
    static void addTimes(InstanceQuery query, String createdAt, String id, StringJoiner conditions, List<Object> parameters) {
        if (query.created().fromMillis() != Long.MIN_VALUE) {
            conditions.add(createdAt + " >= ?");
            parameters.add(query.created().fromMillis());
        }
        if (query.created().toMillis() != Long.MAX_VALUE) {
            conditions.add(createdAt + " < ?");
            parameters.add(query.created().toMillis());
        }
        if (query.cursor() != null) {
            // Not as a comparison of pairs: not every database reads an index by one.
            PageCursor cursor = PageCursor.parse(query.cursor());
            conditions.add(createdAt + " <= ?").add("(" + createdAt + " < ? OR " + id + " < ?)");
            parameters.add(cursor.createdAtMillis());
            parameters.add(cursor.createdAtMillis());
            parameters.add(cursor.id());
        }
    }
}

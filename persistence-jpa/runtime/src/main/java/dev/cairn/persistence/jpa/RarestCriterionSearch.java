package dev.cairn.persistence.jpa;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.StringJoiner;
import java.util.function.Function;
import java.util.stream.Collectors;

import dev.cairn.api.InstanceStatus;
import dev.cairn.spi.InstancePage;
import dev.cairn.spi.InstanceQuery;
import dev.cairn.spi.InstanceRow;

/**
 * Searches for instances that meet several criteria among those that meet the rarest criterion. The rarest criterion is met by
 * few instances at all; if none is, it is the criterion whose newest {@link #MAX_CANDIDATES} instances reach back furthest. A page
 * examines no more than these, because each criterion may have many instances and few meet all; so it may end early. A single
 * statement would leave the amount of reading to the database.
 */
final class RarestCriterionSearch {

    /** Maximum number of instances that a page examines. */
    static final int MAX_CANDIDATES = 2_000;
    private static final int STATUSES = InstanceStatus.values().length;

    private RarestCriterionSearch() {}

    /** An instance that meets a criterion. */
    private record Candidate(String id, long createdAtMillis) {}

    /** Statements that give the ids and times of the newest instances of each criterion; the probably rarest first. */
    static List<JpaInstanceFinder.Statement> criteria(InstanceQuery query) {
        List<JpaInstanceFinder.Statement> criteria = new ArrayList<>();
        if (query.keys().businessKey() != null) {
            criteria.add(
                    newest("i.id", "cairn_instance i WHERE i.business_key = ?", List.of(query.keys().businessKey()), query));
        }
        boolean ofSeveral = query.workflows() != null && query.workflows().size() > 1;
        if (!ofSeveral && (query.workflows() != null || query.storedStatuses().size() < STATUSES)) {
            criteria.add(listing(query));
        }
        query.keys().attributes().forEach((name, value) -> criteria.add(newest("i.instance_id",
                "cairn_attribute i WHERE i.name = ? AND i.content = ?", List.of(name, value), query)));
        if (ofSeveral) {
            // Reads the index of each workflow. It comes last, because a rare attribute spares it.
            criteria.add(listing(query));
        }
        return criteria;
    }

    private static JpaInstanceFinder.Statement listing(InstanceQuery query) {
        List<String> branches = new ArrayList<>();
        List<Object> parameters = new ArrayList<>();
        for (String workflow : JpaInstanceFinder.workflows(query)) {
            for (InstanceStatus status : query.storedStatuses()) {
                JpaInstanceFinder.Statement branch = newest("i.id", "cairn_instance i WHERE "
                        + (workflow == null ? "" : "i.workflow = ? AND ") + "i.status = " + status.code(),
                        workflow == null ? List.of() : List.of(workflow), query);
                branches.add(branch.sql());
                parameters.addAll(branch.parameters());
            }
        }
        // The index has the order of a page for each workflow and status.
        return new JpaInstanceFinder.Statement(branches.size() == 1 ? branches.get(0)
                : "SELECT * FROM (" + JpaInstanceFinder.union(branches)
                        + ") AS newest ORDER BY created_at DESC, id DESC FETCH FIRST " + MAX_CANDIDATES + " ROWS ONLY",
                parameters);
    }

    private static JpaInstanceFinder.Statement newest(String id, String from, List<Object> values, InstanceQuery query) {
        List<Object> parameters = new ArrayList<>(values);
        StringJoiner conditions = new StringJoiner(" AND ").add(from);
        JpaInstanceFinder.addTimes(query, "i.created_at", id, conditions, parameters);
        return new JpaInstanceFinder.Statement("SELECT " + id + " AS id, i.created_at AS created_at FROM " + conditions
                + " ORDER BY i.created_at DESC, " + id + " DESC FETCH FIRST " + MAX_CANDIDATES + " ROWS ONLY", parameters);
    }

    static InstancePage find(Connection connection, InstanceQuery query, List<JpaInstanceFinder.Statement> criteria)
            throws SQLException {
        List<Candidate> candidates = candidates(connection, criteria);
        List<InstanceRow> rows = new ArrayList<>();
        for (List<Candidate> part : InstanceResultSetMapper.parts(candidates)) {
            rows.addAll(matching(connection, query, part));
            if (rows.size() > query.limit()) {
                List<InstanceRow> page = List.copyOf(rows.subList(0, query.limit()));
                return new InstancePage(page, PageCursor.of(page.get(page.size() - 1)).toString());
            }
        }
        if (candidates.size() < MAX_CANDIDATES) {
            return new InstancePage(rows, null);
        }
        Candidate last = candidates.get(candidates.size() - 1);
        return new InstancePage(rows, new PageCursor(last.createdAtMillis(), last.id()).toString());
    }

    /** The newest that meet the rarest criterion. */
    private static List<Candidate> candidates(Connection connection, List<JpaInstanceFinder.Statement> criteria)
            throws SQLException {
        List<Candidate> rarest = null;
        for (JpaInstanceFinder.Statement criterion : criteria) {
            List<Candidate> newest = InstanceResultSetMapper.query(connection, criterion.sql(), criterion.parameters(),
                    result -> new Candidate(result.getString(1), result.getLong(2)));
            if (newest.size() < MAX_CANDIDATES) {
                return newest;
            }
            if (rarest == null
                    || newest.get(MAX_CANDIDATES - 1).createdAtMillis() < rarest.get(MAX_CANDIDATES - 1).createdAtMillis()) {
                rarest = newest;
            }
        }
        return rarest;
    }

    private static List<InstanceRow> matching(Connection connection, InstanceQuery query, List<Candidate> candidates)
            throws SQLException {
        List<String> ids = candidates.stream().map(Candidate::id).toList();
        Map<String, InstanceRow> found = InstanceResultSetMapper
                .query(connection,
                        "SELECT " + InstanceResultSetMapper.COLUMNS + " FROM cairn_instance i WHERE i.id IN "
                                + InstanceResultSetMapper.placeholders(ids.size()),
                        ids)
                .stream().map(InstanceResultSetMapper.Stored::row).filter(query::matches)
                .collect(Collectors.toMap(InstanceRow::id, Function.identity()));
        return ids.stream().filter(found::containsKey).map(found::get).toList();
    }
}

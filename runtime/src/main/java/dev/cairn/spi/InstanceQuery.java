package dev.cairn.spi;

/**
 * Which instances to find. Null means any.
 *
 * @param workflow qualified name of a definition, or null
 * @param status a phase, or null
 * @param cursor what the page before gave as {@link InstancePage#next()}, or null for the first page
 * @param limit rows a page, 1 to 1,000
 */
public record InstanceQuery(String workflow, InstanceStatus status, String cursor, int limit) {

    public InstanceQuery {
        if (limit < 1 || limit > 1_000) {
            throw new IllegalArgumentException("A page has 1 to 1,000 rows, not " + limit);
        }
    }
}

package dev.cairn.spi;

import java.util.List;

/**
 * A page of rows, newest first.
 *
 * @param rows at most the query's limit; fewer, or none, also on a page that others follow
 * @param next the cursor of the page after this, opaque, or null if this is the last
 */
public record InstancePage(List<InstanceRow> rows, String next) {}

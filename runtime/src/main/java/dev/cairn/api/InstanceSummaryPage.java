package dev.cairn.api;

import java.util.List;

/**
 * A page of instances that a search found, newest first.
 *
 * @param instances at most the requested number; fewer, or none, also on a page that others follow
 * @param next opaque cursor of the next page, or null if this is the last
 */
public record InstanceSummaryPage(List<InstanceSummary> instances, String next) {

    public InstanceSummaryPage {
        instances = List.copyOf(instances);
    }
}

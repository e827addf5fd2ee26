package dev.cairn.api;

import java.util.List;

/**
 * A page of what a search found, newest first.
 *
 * @param instances at most as many as were asked for; fewer, or none, also on a page that others follow
 * @param next what the next page is asked for with, opaque, or null if this is the last
 */
public record InstanceSummaries(List<InstanceSummary> instances, String next) {

    public InstanceSummaries {
        instances = List.copyOf(instances);
    }
}

package dev.cairn.link;

import java.util.List;

/**
 * An event that fits filters of a workflow which sets of events start.
 *
 * @param key the same for events that may stand in one set
 * @param filters indexes of the filters that the event fits, in the order in which they are preferred; never empty. Filters
 *        that end a set follow the others in the plan, and are preferred
 */
public record EventSetMatch(String key, List<Integer> filters) {

    public EventSetMatch {
        filters = List.copyOf(filters);
    }
}

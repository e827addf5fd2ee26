package dev.cairn.engine.event.gather;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;

import dev.cairn.link.LinkedEventSet;
import dev.cairn.spi.Claim;
import dev.cairn.spi.InstanceRow;
import dev.cairn.value.ValueHash;

/**
 * A set of events, as its journal says. Immutable.
 *
 * @param position its row, and how to write it
 * @param sizeBytes size of the entries
 * @param workflow the workflow that it starts
 * @param items its events, in the order in which they came
 * @param closed true if it is complete: its instance is started, and it takes no more events
 */
record EventSetState(Claim position, long sizeBytes, String workflow, List<EventSetItem> items, boolean closed) {

    /** The answer of {@link #place} if the set takes none of the events. */
    static final int NO_PLACE = -1;

    EventSetState {
        items = List.copyOf(items);
    }

    InstanceRow row() {
        return position.row();
    }

    String id() {
        return row().id();
    }

    /** True if it has the event with this source and id. */
    boolean has(String eventKey) {
        return items.stream().anyMatch(item -> item.key().equals(eventKey));
    }

    /**
     * The filter for which the set takes an event, or {@link #NO_PLACE}.
     *
     * @param filters the filters that the event fits, in the order in which they are preferred
     */
    int place(LinkedEventSet rules, List<Integer> filters) {
        if (closed) {
            return NO_PLACE;
        }
        Set<Integer> met = met();
        return filters.stream().filter(filter -> rules.repeats(filter) || !met.contains(filter))
                // An event that ends a set does not begin one.
                .filter(filter -> !(rules.ends(filter) && items.isEmpty())).findFirst().orElse(NO_PLACE);
    }

    /** A hash of source and id of each event. */
    String eventsHash() {
        ValueHash hash = new ValueHash();
        items.forEach(item -> hash.add(item.key()));
        return hash.text();
    }

    /** The filters that have an event. */
    Set<Integer> met() {
        return items.stream().map(EventSetItem::filter).collect(Collectors.toSet());
    }

    /** The input of the instance. */
    ArrayNode values() {
        ArrayNode values = JsonNodeFactory.instance.arrayNode();
        items.stream().filter(item -> !item.ends()).forEach(item -> values.add(item.value()));
        return values;
    }

    /** The set with one more event. */
    EventSetState with(EventSetItem item) {
        List<EventSetItem> more = new ArrayList<>(items);
        more.add(item);
        return new EventSetState(new Claim(row(), position.epoch(), position.entries() + 1), sizeBytes, workflow, more, closed);
    }

    /** The set once it is complete. */
    EventSetState complete() {
        return new EventSetState(position, sizeBytes, workflow, items, true);
    }
}

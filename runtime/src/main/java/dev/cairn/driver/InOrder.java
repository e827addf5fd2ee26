package dev.cairn.driver;

import java.util.List;
import java.util.function.Function;

/**
 * Finds in a list by id what is asked for in about the order of the list: it looks behind what it found last first, so that to find
 * thousands one after another takes about as many steps. The list may change meanwhile.
 */
final class InOrder<T> {

    private final Function<T, String> idOf;
    private int next;

    InOrder(Function<T, String> idOf) {
        this.idOf = idOf;
    }

    /** The first with this id from where the last one was found, or null. */
    T find(List<T> list, String id) {
        int size = list.size();
        for (int i = 0, at = next; i < size; i++, at++) {
            if (at >= size) {
                at = 0;
            }
            T element = list.get(at);
            if (idOf.apply(element).equals(id)) {
                next = at + 1;
                return element;
            }
        }
        return null;
    }
}

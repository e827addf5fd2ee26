package dev.cairn.engine.concurrent;

import java.util.List;
import java.util.function.Function;

/**
 * Finds items of a list by id when they are asked for in roughly the order of the list. A search starts behind the previous
 * hit, so finding thousands one after another takes about one pass. The list may change meanwhile.
 */
public final class ResumingListFinder<T> {

    private final Function<T, String> idOf;
    private int next;

    public ResumingListFinder(Function<T, String> idOf) {
        this.idOf = idOf;
    }

    /** The first with this id from where the last one was found, or null. */
    public T find(List<T> list, String id) {
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

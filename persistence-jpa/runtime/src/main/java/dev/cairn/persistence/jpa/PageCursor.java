package dev.cairn.persistence.jpa;

import dev.cairn.spi.InstanceRow;

/** Position at which a page of instances ended. Callers keep its text until they ask for the next page. */
record PageCursor(long createdAtMillis, String id) {

    static PageCursor of(InstanceRow last) {
        return new PageCursor(last.createdAtMillis(), last.id());
    }

    /**
     * @throws IllegalArgumentException if it is the text of none
     */
    static PageCursor parse(String text) {
        int separator = text.indexOf(':');
        try {
            return new PageCursor(Long.parseLong(text.substring(0, Math.max(separator, 0))), text.substring(separator + 1));
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException("Not a cursor that this store gave: " + text, e);
        }
    }

    @Override
    public String toString() {
        return createdAtMillis + ":" + id;
    }
}

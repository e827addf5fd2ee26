package dev.cairn.engine.option;

import dev.cairn.api.SearchKeys;
import dev.cairn.time.InstanceIdGenerator;

/** Marks of the instances that events start, in rows of the store. */
public final class EventMarks {

    /** The search attribute of an instance that an event started: the source and the id of the event. */
    public static final String EVENT_ATTRIBUTE = "cairn.event";

    private EventMarks() {}

    /**
     * The value of the attribute.
     *
     * @param key source and id of an event; a key that is too long for an attribute gives a hash
     */
    public static String value(String key) {
        return key.length() <= SearchKeys.MAX_CHARACTERS ? key : InstanceIdGenerator.eventHash(key);
    }
}

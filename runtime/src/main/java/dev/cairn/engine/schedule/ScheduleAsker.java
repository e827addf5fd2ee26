package dev.cairn.engine.schedule;

import dev.cairn.api.CommandOrigin;

/**
 * The reason of a change of a schedule: a caller, or a version of the definition.
 *
 * @param origin the caller; null if none is known
 * @param version version of the definition; null for a caller
 */
record ScheduleAsker(CommandOrigin origin, String version) {

    static ScheduleAsker caller(CommandOrigin origin) {
        return new ScheduleAsker(origin, null);
    }

    static ScheduleAsker definition(String version) {
        return new ScheduleAsker(null, version);
    }

    boolean isDefinition() {
        return version != null;
    }
}

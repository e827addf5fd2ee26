package dev.cairn.engine.schedule;

import dev.cairn.api.CommandOrigin;

/**
 * The reason of a change of a schedule: a caller, or a version of the definition.
 *
 * @param origin the caller; null if none is known
 * @param version version of the definition; null for a caller
 */
record ScheduleChangeOrigin(CommandOrigin origin, String version) {

    static ScheduleChangeOrigin caller(CommandOrigin origin) {
        return new ScheduleChangeOrigin(origin, null);
    }

    static ScheduleChangeOrigin definition(String version) {
        return new ScheduleChangeOrigin(null, version);
    }

    boolean isDefinition() {
        return version != null;
    }
}

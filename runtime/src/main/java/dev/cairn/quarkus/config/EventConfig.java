package dev.cairn.quarkus.config;

import java.time.Duration;
import java.util.Map;

import io.quarkus.runtime.annotations.ConfigDocMapKey;
import io.quarkus.runtime.annotations.ConfigGroup;
import io.quarkus.runtime.configuration.MemorySize;
import io.smallrye.config.WithDefault;

/** Settings of events. */
@ConfigGroup
public interface EventConfig {

    /**
     * Time for which an event of a type is kept if no instance takes it: an instance that begins to listen for it in that time
     * gets it. Overrides the definitions; 0 keeps none.
     */
    @ConfigDocMapKey("type")
    Map<String, Duration> keep();

    /**
     * Maximum number of events that are kept. Beyond it, publishing an event that no
     * instance takes fails, and can be tried again. The
     * nodes that share a store count the events of each other once a minute.
     */
    @WithDefault("10000")
    int maxKept();

    /** Maximum size of all events that are kept, as JSON text. */
    @WithDefault("64M")
    MemorySize maxKeptSize();

    /**
     * Time for which a set of events waits until it is complete: a set of `schedule.on` with `all`, or with `any` and `until`. Then it is
     * removed with its events, and starts nothing.
     */
    @WithDefault("7D")
    Duration setOpenTime();

    /**
     * Maximum number of sets of events that wait. Beyond it, publishing an event that would open another set fails, and can be tried
     * again. The nodes that share a store count the sets of each other once a minute.
     */
    @WithDefault("10000")
    int maxSets();

    /** Maximum number of events of a set that ends with `until`. A further event is refused. */
    @WithDefault("1000")
    int maxSetEvents();
}

package dev.cairn.runtime;

import java.time.Duration;

import io.quarkus.runtime.annotations.ConfigPhase;
import io.quarkus.runtime.annotations.ConfigRoot;
import io.quarkus.runtime.configuration.MemorySize;
import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithDefault;

/**
 * Cairn: settings that are read when the application starts.
 */
@ConfigMapping(prefix = "quarkus.cairn")
@ConfigRoot(phase = ConfigPhase.RUN_TIME)
public interface CairnConfig {

    /**
     * Name of this node. It has to be the same in each of its lives, and different from that of any other node that shares the
     * store.
     */
    @WithDefault("node")
    String node();

    /**
     * An instance that waits longer than this leaves the memory and comes back when its time has come, if the store keeps its
     * state.
     */
    @WithDefault("10S")
    Duration memoryWait();

    /**
     * How long stopping the application waits for the answers of calls under way. Calls that are not answered by then are made
     * again, with the same idempotency keys, at the next start.
     */
    @WithDefault("10S")
    Duration stopTimeout();

    /** Pure work: tasks and expressions without effects. */
    Work work();

    /** Values that are written once and referred to. */
    LargeValues largeValues();

    /** How long ended instances are kept. */
    Retention retention();

    /** Ended instances of a store that keeps nothing. */
    Memory memory();

    /** HTTP triggers. */
    Http http();

    /** Calls of other services by HTTP. */
    HttpClient httpClient();

    /** Pure work: tasks and expressions without effects. */
    interface Work {

        /**
         * How much an instance may do on an event loop before it is moved to a worker thread. A task costs 1, an expression what
         * it does: about one for each value it looks at.
         */
        @WithDefault("20000")
        int eventLoopBudget();

        /**
         * How much a single task may do anywhere. More is an expression error, so that no expression runs for ever.
         */
        @WithDefault("200000000")
        int workerBudget();
    }

    /** Values that are written once and referred to. */
    interface LargeValues {

        /**
         * A value whose JSON text has about so many bytes or more is written into the journal of an instance once, however many
         * tasks pass it on; later entries refer to it. At least 256.
         */
        @WithDefault("4K")
        MemorySize threshold();
    }

    /** How long ended instances are kept. */
    interface Retention {

        /**
         * How long an ended instance can be looked at, and its idempotency key finds it. Then it is removed.
         */
        @WithDefault("7D")
        Duration time();

        /**
         * How often instances whose time has come are removed.
         */
        @WithDefault("5S")
        Duration interval();
    }

    /** Ended instances of a store that keeps nothing. */
    interface Memory {

        /**
         * How many ended instances are remembered, the last ones. Only for a store that keeps nothing.
         */
        @WithDefault("1000")
        int endedInstances();

        /**
         * How much memory their outputs may take, about. Only for a store that keeps nothing.
         */
        @WithDefault("16M")
        MemorySize endedSize();
    }

    /** HTTP triggers. */
    interface Http {

        /**
         * How long a {@code POST} waits for the result before it answers 202, unless the client prefers something else
         * ({@code Prefer: respond-async} or {@code Prefer: wait=<seconds>}).
         */
        @WithDefault("30S")
        Duration waitTime();

        /**
         * The longest a client may ask to wait with {@code Prefer: wait=<seconds>}. A longer wish is cut to this.
         */
        @WithDefault("5M")
        Duration maxWaitTime();
    }

    /** Calls of other services by HTTP. */
    interface HttpClient {

        /**
         * How many connections to one host and port may be open at once. Calls beyond that wait for one, within
         * {@code request-timeout}.
         */
        @WithDefault("512")
        int maxConnectionsPerHost();

        /**
         * The longest a connection may take to come about.
         */
        @WithDefault("10S")
        Duration connectTimeout();

        /**
         * The longest a call may take, from waiting for a connection to the last byte of the answer.
         */
        @WithDefault("60S")
        Duration requestTimeout();

        /**
         * How long an idle connection is kept; at least a second.
         */
        @WithDefault("15S")
        Duration keepAliveTimeout();

        /**
         * The longest body of an answer that is accepted.
         */
        @WithDefault("10M")
        MemorySize maxResponseSize();
    }
}

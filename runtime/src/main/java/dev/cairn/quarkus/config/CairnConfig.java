package dev.cairn.quarkus.config;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;

import dev.cairn.api.MissedPolicy;
import dev.cairn.api.OverlapPolicy;
import io.quarkus.runtime.annotations.ConfigDocMapKey;
import io.quarkus.runtime.annotations.ConfigPhase;
import io.quarkus.runtime.annotations.ConfigRoot;
import io.quarkus.runtime.configuration.MemorySize;
import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithDefault;
import io.smallrye.config.WithParentName;

/**
 * Cairn: settings that are read when the application starts.
 */
@ConfigMapping(prefix = "quarkus.cairn")
@ConfigRoot(phase = ConfigPhase.RUN_TIME)
public interface CairnConfig {

    /** This node. */
    Node node();

    /**
     * Secrets that workflows name in {@code use.secrets}, for the arguments of calls. A secret that a workflow reads and that
     * is not configured stops the start of the application.
     */
    @ConfigDocMapKey("secret-name")
    Map<String, Secret> secret();

    /**
     * Interval at which credentials providers are asked for secrets again, for those that change them. Later calls have the new
     * secrets. A provider that has not answered yet is not asked again; its answer is waited for 30 seconds.
     */
    @WithDefault("5M")
    Duration credentialsRefresh();

    /** Nodes that share a store. */
    Cluster cluster();

    /**
     * An instance that waits or listens longer than this leaves the memory, if the store keeps its state. It comes back a moment before
     * its time, or with an event that fits.
     */
    @WithDefault("10S")
    Duration memoryWait();

    /**
     * Maximum time that stopping the application waits for the answers of calls under way. Calls that are not answered by then
     * are made again, with the same idempotency keys, at the next start.
     */
    @WithDefault("10S")
    Duration stopTimeout();

    /** Settings of {@code run}. */
    Run run();

    /** Pure work: tasks and expressions without effects. */
    Work work();

    /**
     * Contents of the journal of an instance. With {@code effects} it has only facts that cannot be computed again; the work of
     * tasks is computed from these on demand. With {@code tasks} it also has an entry for each completed task, with its output
     * and the time. The entry is durable before the next effect begins and before any caller learns of the end. Entries of
     * short tasks are written together.
     */
    @WithDefault("effects")
    HistoryMode history();

    /** Values that are written once and referred to. */
    LargeValues largeValues();

    /** Compression of journals. */
    Compression compression();

    /** Encryption of journals. */
    Encryption encryption();

    /** Retention of ended instances. */
    Retention retention();

    /**
     * Settings of one workflow, by its name or by {@code namespace:name}. A name that no workflow of the application has stops its
     * start.
     */
    @ConfigDocMapKey("workflow-name")
    Map<String, Workflow> workflow();

    /** Events. */
    EventConfig events();

    /** Memory of the engine. */
    Memory memory();

    /** HTTP triggers. */
    Http http();

    /** Calls of other services by HTTP. */
    HttpClient httpClient();

    /** Requests whose target input can influence. */
    OutboundConfig outbound();

    /** A secret: a value, or fields. */
    interface Secret {

        /**
         * The secret, if it is a single text: {@code $secrets.name}.
         */
        Optional<String> value();

        /**
         * The parts of the secret, if it has several: {@code $secrets.name.key}. Authentications that use a secret read
         * {@code username} and {@code password}, or {@code token}.
         */
        @ConfigDocMapKey("key")
        Map<String, String> fields();

        /**
         * Instead of a value and fields: the name under which a {@code CredentialsProvider} of Quarkus knows the secret. Its
         * credentials are the parts of the secret; its {@code user} is {@code username} as well. It is asked before the
         * application starts, and again from time to time.
         */
        Optional<String> credentialsProvider();

        /**
         * The bean name of that provider, if there are several.
         */
        Optional<String> credentialsProviderName();
    }

    /** This node. */
    interface Node {

        /**
         * Name of this node, different from that of any other node that runs with the same store. An application that is started
         * again under the name it had takes up its instances at once, instead of waiting for its old lease to end. If it is not
         * given it is the name of the host and the port of HTTP, or the number of the operating system's process if that port is
         * chosen at random. Characters other than letters, digits, {@code .}, {@code _} and {@code -} are replaced.
         */
        Optional<String> name();
    }

    /** Nodes that share a store. */
    interface Cluster {

        /**
         * States that several nodes run this application. If the store cannot be shared, each node then has instances of its
         * own, or cannot start, and the log says so. Nodes on a store that can be shared always work together.
         */
        @WithDefault("false")
        boolean enabled();

        /**
         * Maximum time until other nodes have taken over the instances of a dead one. A node sends a heartbeat ten times in
         * this time. A node that the store has not heard for seven tenths of it counts as dead. A shorter time means more reads
         * and writes, and less tolerance for a node or a store that is slow for a moment. At least half a second.
         */
        @WithDefault("10S")
        Duration failoverTime();
    }

    /** Pure work: tasks and expressions without effects. */
    interface Work {

        /**
         * Pure work that an instance may do on an event loop before it is moved to a worker thread. A task costs 1, an
         * expression approximately 1 for each value that it reads.
         */
        @WithDefault("20000")
        int eventLoopBudget();

        /**
         * Maximum work of a single task on any thread. Exceeding it is an expression error, so that no expression runs for
         * ever.
         */
        @WithDefault("200000000")
        int workerBudget();

        /**
         * Pure work that an instance may do from one effect to the next, over any number of tasks: a definition that jumps in a
         * circle does not run for ever. Reading the clock does not count as an effect. Exceeding it ends the instance with a
         * runtime error that its definition cannot catch; it can be retried after the bound was raised, and goes on where it
         * was. At a tenth of it the log has a warning.
         */
        @WithDefault("10000000000")
        long instanceBudget();

        /**
         * Maximum amount of pure work that waits for a worker. Beyond that, starts that need a worker are refused, by HTTP with
         * 503; started instances go on.
         */
        @WithDefault("10000")
        int maxWaiting();

        /**
         * Approximate maximum size of the values that one evaluation of an expression makes, including those that it drops on
         * the way. Exceeding it is an expression error, so that a loop whose value grows does not fill the heap: in memory they
         * take two to four times as much. The arguments of recursive functions are bounded by {@code worker-budget} alone. No
         * larger value is given to a call, emitted, validated against a schema or written as an output. After a change, an
         * instance that has met it, or would meet it now, may no longer fit its journal when it is resumed.
         */
        @WithDefault("256M")
        MemorySize maxOutputSize();
    }

    /** Values that are written once and referred to. */
    interface LargeValues {

        /**
         * Size of a value's JSON text from which it is written into the journal of an instance once, even if several tasks pass
         * it on; later entries refer to it. Approximate. At least 256.
         */
        @WithDefault("4K")
        MemorySize threshold();
    }

    /** Compression of journals. */
    interface Compression {

        /**
         * Compression of journal entries before they are stored. Entries that were stored earlier stay readable with any
         * setting.
         */
        @WithParentName
        @WithDefault("lz4")
        CompressionMethod method();

        /**
         * Entries smaller than this are not compressed.
         */
        @WithDefault("16K")
        MemorySize minSize();
    }

    /** Encryption of journals. */
    interface Encryption {

        /**
         * Id of the key that entries of journals are encrypted with, with AES-256 in Galois/Counter Mode. Without it they are
         * not encrypted; those that were stay readable with their keys.
         */
        Optional<String> keyId();

        /**
         * Keys by id, each 32 bytes in base64. A key is needed as long as entries are stored that were encrypted with it.
         */
        @ConfigDocMapKey("key-id")
        Map<String, String> keys();
    }

    /** Retention of ended instances. */
    interface Retention {

        /** Time after its end in which an instance can be read, and its idempotency key finds it. Then it is removed. */
        @WithDefault("7D")
        Duration time();

        /** Retention of completed instances. By default {@code time}, unless the definition sets another. */
        Optional<Duration> completed();

        /**
         * Retention of faulted instances, which can be retried as long. By default {@code time}, unless the definition sets
         * another.
         */
        Optional<Duration> faulted();

        /** Retention of cancelled instances. By default {@code time}, unless the definition sets another. */
        Optional<Duration> cancelled();

        /** Interval at which instances are removed whose retention has ended. */
        @WithDefault("5S")
        Duration interval();
    }

    /** Settings of {@code run}. */
    interface Run {

        /**
         * Maximum nesting of workflows that run each other: 1 if a workflow that is run may not run another. At most 1023. A
         * workflow that would be nested deeper is not started, and the task that runs it fails with a runtime error.
         */
        @WithDefault("16")
        int maxDepth();

        /**
         * Lets commands and scripts run. If false, tasks that want one fail with an authorization error, even if the build
         * allowed it.
         */
        @WithDefault("true")
        boolean enabled();

        /**
         * The executables that run commands ({@code shell}), scripts ({@code js}, {@code python}) and containers
         * ({@code container}): a path, or a name that is looked up in the {@code PATH}. By default {@code sh}, {@code node},
         * {@code python3} and {@code docker}; for containers it takes the options of Docker, as Podman does.
         */
        @ConfigDocMapKey("name")
        Map<String, String> interpreter();

        /** Further options of the container runtime for each container, such as {@code --network=none,--memory=512m}. */
        Optional<List<String>> containerOptions();

        /**
         * Maximum duration of a command or script. Then it is killed with all processes that it has started, and its task fails
         * with a timeout error.
         */
        @WithDefault("1M")
        Duration timeLimit();

        /**
         * Maximum size of the standard output, and of the standard error, of a command or script. A command that writes more is
         * killed, and its task fails with a runtime error.
         */
        @WithDefault("1M")
        MemorySize maxOutputSize();
    }

    /** Settings of one workflow. */
    interface Workflow {

        /** Contents of the journals of its instances; by default the value of {@code quarkus.cairn.history}. */
        Optional<HistoryMode> history();

        /**
         * Maximum number of its instances that are under way at a time, at least 1; overrides its definition. A start beyond
         * the limit is durable, and begins when others have ended: the oldest first. Only for a store that keeps state, and
         * not for a workflow that passes on the token of its caller.
         */
        OptionalInt concurrency();

        /** Retention of its ended instances; overrides its definition. */
        WorkflowRetention retention();

        /** Schedules of its definition. */
        Schedule schedule();
    }

    /** Settings of the schedules of one workflow. */
    interface Schedule {

        /**
         * Lets this application run the schedules of the workflow; by default {@code true}. With {@code false} it creates none of the
         * definition and starts no instances for any; other applications on the same store may.
         */
        Optional<Boolean> enabled();

        /** Time zone of cron expressions, such as {@code Europe/Berlin}; overrides the definition, whose default is UTC. */
        Optional<String> zone();

        /** Behaviour when a schedule is due while an instance of it has not ended; overrides the definition. */
        Optional<OverlapPolicy> overlap();

        /** Behaviour for occurrences that nothing could start in time; overrides the definition. */
        Optional<MissedPolicy> missed();

        /** Maximum number of missed occurrences that {@code fire-all} starts, from 1 to 10000; overrides the definition. */
        OptionalInt maxMissed();

        /**
         * Maximum delay of an occurrence, at most half of the shortest time between two occurrences; overrides the definition.
         */
        Optional<Duration> jitter();
    }

    /** Retention of ended instances of one workflow. */
    interface WorkflowRetention {

        /** Retention for every outcome. */
        Optional<Duration> time();

        /** Retention of completed instances. */
        Optional<Duration> completed();

        /** Retention of faulted instances. */
        Optional<Duration> faulted();

        /** Retention of cancelled instances. */
        Optional<Duration> cancelled();
    }

    /** Memory of the engine. */
    interface Memory {

        /**
         * Approximate maximum memory of the instances: a share of the maximum heap ({@code 25%}), or a size ({@code 256M}).
         * Half of it is for instances that wait for calls. Beyond that, if the store keeps their state, other instances leave
         * memory before they begin their calls, and come back when there is room. When all of it is held, starts are refused:
         * with 503 and {@code Retry-After} by HTTP.
         */
        @WithDefault("25%")
        String budget();

        /** Number of ended instances that are remembered, the last ones. Only for a store that keeps nothing. */
        @WithDefault("1000")
        int endedInstances();

        /** Approximate maximum memory of their outputs. Only for a store that keeps nothing. */
        @WithDefault("16M")
        MemorySize endedSize();
    }

    /** HTTP triggers. */
    interface Http {

        /**
         * Time that a {@code POST} waits for the result before it answers 202, unless the client prefers another
         * ({@code Prefer: respond-async} or {@code Prefer: wait=<seconds>}).
         */
        @WithDefault("30S")
        Duration waitTime();

        /**
         * The longest a client may ask to wait with {@code Prefer: wait=<seconds>}. A longer wish is cut to this.
         */
        @WithDefault("5M")
        Duration maxWaitTime();

        /**
         * Maximum memory of the bodies of requests together, from their headers until the workflow has started. A body counts
         * with the length it states. A quarter of it is for bodies that state no more than 64 KiB. A request whose body has no
         * room is answered 503 with {@code Retry-After} before its body is read. A larger body is accepted while there is no
         * other. By default an eighth of the heap.
         */
        Optional<MemorySize> maxUploadSize();

        /**
         * Maximum time until the body of a request has arrived. Then the request is answered 408 and its connection is closed,
         * so that half-sent bodies do not keep others out for ever. The rest of a refused body may take as long.
         */
        @WithDefault("1M")
        Duration bodyTimeout();
    }

    /** Calls of other services by HTTP. */
    interface HttpClient extends HostConnectionConfig {

        /**
         * Maximum number of open connections to one host and port. Further calls wait for one, within {@code request-timeout}.
         */
        @WithDefault("512")
        int maxConnectionsPerHost();

        /**
         * The longest that opening a connection may take, without TLS; at most 24 days. A call for which a kept connection is free opens
         * none.
         */
        @WithDefault("10S")
        Duration connectTimeout();

        /**
         * The longest a call may take, from waiting for a connection or in a bulkhead to the last byte of the answer; at most 24 days.
         */
        @WithDefault("60S")
        Duration requestTimeout();

        /** Time that an idle connection is kept; from a second to 24 days. */
        @WithDefault("15S")
        Duration keepAliveTimeout();

        /**
         * The longest body of an answer that is accepted.
         */
        @WithDefault("10M")
        MemorySize maxResponseSize();

        /** Connections to one host, by its name in lower case or its address; authorization servers included. */
        @ConfigDocMapKey("host-name")
        Map<String, HostConnectionConfig> host();

        /**
         * Offers HTTP/2 to servers with TLS, by ALPN: calls to a server that chooses it share a connection. Calls without TLS use
         * HTTP/1.1.
         */
        @WithDefault("false")
        boolean http2();

        /** Circuit breaker and bulkhead of each host. */
        @WithParentName
        HostGuardConfig guards();
    }
}

package dev.cairn.runtime;

import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;

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
     * Secrets that workflows name in {@code use.secrets}, for the arguments of calls. One that a workflow reads and that is not
     * configured stops the start of the application.
     */
    @ConfigDocMapKey("secret-name")
    Map<String, Secret> secret();

    /**
     * How often credentials providers are asked for secrets again, for those that change them. Calls that are made later
     * have the new ones.
     */
    @WithDefault("5M")
    Duration credentialsRefresh();

    /** Nodes that share a store. */
    Cluster cluster();

    /**
     * An instance that waits longer than this leaves the memory and comes back a moment before its time, if the store keeps its
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

    /** What {@code run} runs. */
    Run run();

    /** Pure work: tasks and expressions without effects. */
    Work work();

    /**
     * What the journal of an instance has. With {@code effects} it has what cannot be computed again; what tasks did is computed from
     * that when somebody looks. With {@code tasks} it has an entry for each task that is done as well, with its output and the time,
     * durable before the next effect begins and before anybody is told of the end. Entries of short tasks are written together.
     */
    @WithDefault("effects")
    HistoryKind history();

    /** Values that are written once and referred to. */
    LargeValues largeValues();

    /** Compression of journals. */
    Compression compression();

    /** Encryption of journals. */
    Encryption encryption();

    /** How long ended instances are kept. */
    Retention retention();

    /**
     * Settings of one workflow, by its name or by {@code namespace:name}. A name that no workflow of the application has stops its
     * start.
     */
    @ConfigDocMapKey("workflow-name")
    Map<String, Workflow> workflow();

    /** What is in memory. */
    Memory memory();

    /** HTTP triggers. */
    Http http();

    /** Calls of other services by HTTP. */
    HttpClient httpClient();

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
         * Instead of a value and fields: the name under which a {@code CredentialsProvider} of Quarkus knows the secret. What
         * it gives are the parts of the secret; its {@code user} is {@code username} as well. It is asked before the
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
         * Whether several nodes run this application. Says so if the store cannot be shared: then each node has instances of its
         * own, or cannot start. Nodes on a store that can be shared always work together.
         */
        @WithDefault("false")
        boolean enabled();

        /**
         * How long it takes at the most until other nodes have taken over what a dead one ran. A node says that it is alive ten times
         * in this time, and one that the store has not heard for seven tenths of it counts as dead. Shorter means more reads and
         * writes, and less patience with a node or a store that is slow for a moment. At least half a second.
         */
        @WithDefault("10S")
        Duration failoverTime();
    }

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

        /**
         * How much an instance may compute from one effect to the next, however many tasks that takes: a definition that jumps in a
         * circle does not run for ever. Reading the clock does not count as an effect. More ends the instance with a runtime error that
         * its definition cannot catch; it can be retried after the bound was raised, and goes on where it was. At a tenth of it the
         * log has a warning.
         */
        @WithDefault("10000000000")
        long instanceBudget();

        /**
         * How much pure work may wait for a worker. Beyond that, starts that need one are refused, by HTTP with 503; instances that were
         * started go on.
         */
        @WithDefault("10000")
        int maxWaiting();

        /**
         * How large the values may become that one evaluation of an expression makes, about, with those that it drops on the way. More is
         * an expression error, so that a loop whose value grows does not fill the heap: in memory they take two to four times as much. What
         * functions that call themselves keep in their arguments is bounded by {@code worker-budget} alone. No larger value is given to a
         * call, emitted, held against a schema or written as an output. After a change, an instance that has met it, or would meet it
         * now, may no longer fit its journal when it is resumed.
         */
        @WithDefault("256M")
        MemorySize maxOutputSize();
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

    /** Compression of journals. */
    interface Compression {

        /**
         * How entries of journals are compressed before they are stored. What was stored earlier stays readable, whatever is set.
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

    /** How long ended instances are kept. */
    interface Retention {

        /**
         * How long an ended instance can be looked at, and its idempotency key finds it. Then it is removed.
         */
        @WithDefault("7D")
        Duration time();

        /**
         * How long an instance is kept that gave an output. Else {@code time}, unless its definition says something.
         */
        Optional<Duration> completed();

        /**
         * How long an instance is kept that faulted: it can be tried again as long. Else {@code time}, unless its definition says
         * something.
         */
        Optional<Duration> faulted();

        /**
         * How long an instance is kept that was cancelled. Else {@code time}, unless its definition says something.
         */
        Optional<Duration> cancelled();

        /**
         * How often instances whose time has come are removed.
         */
        @WithDefault("5S")
        Duration interval();
    }

    /** What {@code run} runs. */
    interface Run {

        /**
         * How deep workflows may run each other: 1 if a workflow that is run may not run another. At most 1023. A workflow that
         * would stand deeper is not started, and the task that runs it fails with a runtime error.
         */
        @WithDefault("16")
        int maxDepth();

        /**
         * Whether commands and scripts are run. If not, tasks that want one fail with an authorization error, whatever was allowed
         * when the application was built.
         */
        @WithDefault("true")
        boolean enabled();

        /**
         * The executables that run commands ({@code shell}) and scripts ({@code js}, {@code python}): a path, or a name that is looked
         * up in the {@code PATH}. By default {@code sh}, {@code node} and {@code python3}.
         */
        @ConfigDocMapKey("name")
        Map<String, String> interpreter();

        /**
         * How long a command or script may run. Then it is killed with all it has started, and its task fails with a timeout error.
         */
        @WithDefault("1M")
        Duration timeLimit();

        /**
         * How much a command or script may write to its standard output and to its standard error. One that writes more is killed,
         * and its task fails with a runtime error.
         */
        @WithDefault("1M")
        MemorySize maxOutputSize();
    }

    /** Settings of one workflow. */
    interface Workflow {

        /** What the journals of its instances have; else what {@code quarkus.cairn.history} says. */
        Optional<HistoryKind> history();

        /**
         * How many instances of it are under way at a time, at least 1; comes before what its definition says. A start beyond that is
         * durable, and begins when others have ended: the oldest first. Only for a store that keeps state.
         */
        OptionalInt concurrency();

        /** How long its ended instances are kept; comes before what its definition says. */
        WorkflowRetention retention();
    }

    /** How long ended instances of one workflow are kept. */
    interface WorkflowRetention {

        /**
         * How long, however they ended.
         */
        Optional<Duration> time();

        /**
         * How long an instance is kept that gave an output.
         */
        Optional<Duration> completed();

        /**
         * How long an instance is kept that faulted.
         */
        Optional<Duration> faulted();

        /**
         * How long an instance is kept that was cancelled.
         */
        Optional<Duration> cancelled();
    }

    /** What is in memory. */
    interface Memory {

        /**
         * How much instances in memory may hold, about: a share of the largest heap ({@code 25%}), or a size ({@code 256M}). Half of it
         * is for instances that wait for calls. Beyond that, if the store keeps their state, others leave the memory before they begin
         * their calls, and come back when there is room. When all of it is held, starts are refused: with 503 and {@code Retry-After} by
         * HTTP.
         */
        @WithDefault("25%")
        String budget();

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

        /**
         * How much memory the bodies of requests may take together, from their headers until the workflow has started. A body counts with
         * the length it states. A quarter of it is for bodies that state no more than 64 KiB. A request whose body has no room is answered 503
         * with {@code Retry-After} before its body is read. A body that is larger than this is taken while there is no other. By default an
         * eighth of the heap.
         */
        Optional<MemorySize> maxUploadSize();

        /**
         * How long the body of a request may take to arrive. Then the request is answered 408 and its connection is closed, so that
         * half-sent bodies do not keep others out for ever. The rest of a body that was refused may take as long.
         */
        @WithDefault("1M")
        Duration bodyTimeout();
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

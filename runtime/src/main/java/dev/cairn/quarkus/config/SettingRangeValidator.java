package dev.cairn.quarkus.config;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

import dev.cairn.engine.option.ClusterOptions;
import dev.cairn.journal.JournalEncodingOptions;
import dev.cairn.schedule.CronRule;
import dev.cairn.schedule.InvalidScheduleException;
import dev.cairn.schedule.ScheduleSpec;
import dev.cairn.time.InstanceIdGenerator;
import io.quarkus.runtime.configuration.MemorySize;

/** Finds settings that are out of range, all of them at once. */
public final class SettingRangeValidator {

    private static final Duration MILLISECOND = Duration.ofMillis(1);
    /** A thousand years: longer times have no place in the numbers of milliseconds that they are added to. */
    private static final Duration LONGEST = Duration.ofDays(365_000);
    /** Connections count their milliseconds in 32 bits. */
    private static final Duration LONGEST_TIMEOUT = Duration.ofDays(24);
    /** Each host has a bit for each of these calls. */
    private static final int MAX_BREAKER_CALLS = 100_000;
    /** Each host may have this number of calls in memory, with their bodies. */
    private static final int MAX_QUEUED_CALLS = 1_000;

    private final List<String> problems = new ArrayList<>();

    private SettingRangeValidator() {}

    /** @throws IllegalArgumentException if one is; the message has the names of all that are, what they are and may be */
    public static void check(CairnConfig config) {
        SettingRangeValidator ranges = new SettingRangeValidator();
        ranges.engine(config);
        ranges.retention(config);
        ranges.http(config);
        ranges.run(config.run());
        if (!ranges.problems.isEmpty()) {
            throw new IllegalArgumentException("CAIRN-0710: Settings are out of range: " + String.join("; ", ranges.problems)
                    + ". Correct them.");
        }
    }

    private void engine(CairnConfig config) {
        atLeast("cluster.failover-time", Duration.ofMillis(ClusterOptions.MIN_FAILOVER_MILLIS),
                config.cluster().failoverTime());
        if (config.secret().values().stream().anyMatch(secret -> secret.credentialsProvider().isPresent())) {
            atLeast("credentials-refresh", MILLISECOND, config.credentialsRefresh());
        }
        atLeast("memory-wait", Duration.ZERO, config.memoryWait());
        atLeast("stop-timeout", Duration.ZERO, config.stopTimeout());
        within("work.event-loop-budget", 1, Integer.MAX_VALUE, config.work().eventLoopBudget());
        within("work.worker-budget", 1, Integer.MAX_VALUE, config.work().workerBudget());
        within("work.instance-budget", 1, Long.MAX_VALUE, config.work().instanceBudget());
        within("work.max-waiting", 1, Integer.MAX_VALUE, config.work().maxWaiting());
        within("work.max-output-size", 1024, Long.MAX_VALUE, config.work().maxOutputSize());
        if (HeapShareReader.bytes(config.memory().budget()) < 1) {
            problem("memory.budget", config.memory().budget() + " is neither a size such as 256M nor a share from 1% to 90%");
        }
        within("memory.ended-instances", 0, Integer.MAX_VALUE, config.memory().endedInstances());
        within("memory.ended-size", 0, Long.MAX_VALUE, config.memory().endedSize());
        within("large-values.threshold", JournalEncodingOptions.MIN_LARGE_VALUE_BYTES, Integer.MAX_VALUE,
                config.largeValues().threshold());
        within("events.max-kept", 1, Integer.MAX_VALUE, config.events().maxKept());
        within("events.max-kept-size", 1, Long.MAX_VALUE, config.events().maxKeptSize());
        config.events().keep().forEach((type, time) -> kept("events.keep.\"" + type + "\"", time));
        within("compression.min-size", 0, Integer.MAX_VALUE, config.compression().minSize());
    }

    private void retention(CairnConfig config) {
        CairnConfig.Retention all = config.retention();
        kept("retention.time", all.time());
        atLeast("retention.interval", MILLISECOND, all.interval());
        kept("", Optional.empty(), all.completed(), all.faulted(), all.cancelled());
        config.workflow().forEach((name, workflow) -> {
            workflow.concurrency().ifPresent(
                    most -> within("workflow.\"" + name + "\".concurrency", 1, Integer.MAX_VALUE, most));
            schedule("workflow.\"" + name + "\".schedule.", workflow.schedule());
            CairnConfig.WorkflowRetention own = workflow.retention();
            kept("workflow.\"" + name + "\".", own.time(), own.completed(), own.faulted(), own.cancelled());
        });
    }

    private void schedule(String prefix, CairnConfig.Schedule schedule) {
        schedule.zone().ifPresent(zone -> {
            try {
                CronRule.zone(zone);
            } catch (InvalidScheduleException unknown) {
                problem(prefix + "zone", unknown.fault());
            }
        });
        schedule.maxMissed().ifPresent(most -> within(prefix + "max-missed", 1, ScheduleSpec.MAX_MISSED_OCCURRENCES, most));
        schedule.jitter().ifPresent(jitter -> atLeast(prefix + "jitter", Duration.ZERO, jitter));
    }

    private void kept(String prefix, Optional<Duration> time, Optional<Duration> completed, Optional<Duration> faulted,
            Optional<Duration> cancelled) {
        time.ifPresent(value -> kept(prefix + "retention.time", value));
        completed.ifPresent(value -> kept(prefix + "retention.completed", value));
        faulted.ifPresent(value -> kept(prefix + "retention.faulted", value));
        cancelled.ifPresent(value -> kept(prefix + "retention.cancelled", value));
    }

    private void kept(String name, Duration found) {
        atLeast(name, Duration.ZERO, found);
    }

    private void http(CairnConfig config) {
        atLeast("http.wait-time", Duration.ZERO, config.http().waitTime());
        atLeast("http.max-wait-time", Duration.ZERO, config.http().maxWaitTime());
        config.http().maxUploadSize().ifPresent(size -> within("http.max-upload-size", 1, Long.MAX_VALUE, size));
        atLeast("http.body-timeout", MILLISECOND, config.http().bodyTimeout());
        httpClient(config.httpClient());
    }

    private void httpClient(CairnConfig.HttpClient client) {
        within("http-client.max-connections-per-host", 1, Integer.MAX_VALUE, client.maxConnectionsPerHost());
        timeout("http-client.connect-timeout", MILLISECOND, client.connectTimeout());
        timeout("http-client.request-timeout", MILLISECOND, client.requestTimeout());
        timeout("http-client.keep-alive-timeout", Duration.ofSeconds(1), client.keepAliveTimeout());
        within("http-client.max-response-size", 1, Integer.MAX_VALUE, client.maxResponseSize());
        HostGuardConfig.CircuitBreaker breaker = client.guards().circuitBreaker();
        within("http-client.circuit-breaker.request-volume-threshold", 1, MAX_BREAKER_CALLS, breaker.requestVolumeThreshold());
        within("http-client.circuit-breaker.success-threshold", 1, MAX_BREAKER_CALLS, breaker.successThreshold());
        atLeast("http-client.circuit-breaker.delay", Duration.ZERO, breaker.delay());
        if (!(breaker.failureRatio() > 0 && breaker.failureRatio() <= 1)) {
            problem("http-client.circuit-breaker.failure-ratio", breaker.failureRatio() + " is not above 0 and at most 1");
        }
        HostGuardConfig.Bulkhead bulkhead = client.guards().bulkhead();
        bulkhead.maxConcurrentCalls().ifPresent(
                most -> within("http-client.bulkhead.max-concurrent-calls", 1, Integer.MAX_VALUE, most));
        within("http-client.bulkhead.queue-size", 1, MAX_QUEUED_CALLS, bulkhead.queueSize());
    }

    private void run(CairnConfig.Run run) {
        atLeast("run.time-limit", MILLISECOND, run.timeLimit());
        within("run.max-output-size", 1, Long.MAX_VALUE, run.maxOutputSize());
        within("run.max-depth", 1, InstanceIdGenerator.MAX_DEPTH, run.maxDepth());
    }

    private void atLeast(String name, Duration least, Duration found) {
        if (found.compareTo(least) < 0) {
            problem(name, found + " is less than " + least);
        } else if (found.compareTo(LONGEST) > 0) {
            problem(name, found + " is more than " + LONGEST + ", a thousand years");
        }
    }

    private void timeout(String name, Duration least, Duration found) {
        if (found.compareTo(LONGEST_TIMEOUT) > 0) {
            problem(name, found + " is more than " + LONGEST_TIMEOUT);
        } else {
            atLeast(name, least, found);
        }
    }

    private void within(String name, long least, long most, MemorySize found) {
        within(name, least, most, found.asLongValue());
    }

    private void within(String name, long least, long most, long found) {
        if (found < least || found > most) {
            problem(name, found + " is not from " + least + " to " + most);
        }
    }

    private void problem(String name, String what) {
        problems.add("quarkus.cairn." + name + ": " + what);
    }
}

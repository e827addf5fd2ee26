package dev.cairn.integrations.a2a.call;

import java.time.Duration;

import dev.cairn.integrations.a2a.config.A2aCallConfig;
import io.quarkus.runtime.configuration.MemorySize;

/** Checks settings: a value out of range keeps the application from starting. */
final class A2aSettingCheck {

    private A2aSettingCheck() {}

    static void check(A2aCallConfig config) {
        positive("timeout", config.timeout());
        positive("poll-delay", config.pollDelay());
        check("max-poll-delay", config.maxPollDelay(), config.maxPollDelay().compareTo(config.pollDelay()) >= 0,
                "at least quarkus.cairn.a2a.poll-delay");
        check("max-poll-failures", config.maxPollFailures(), config.maxPollFailures() >= 1, "at least 1");
        bytes(config.maxResponseSize());
    }

    static int bytes(MemorySize size) {
        long bytes = size.asLongValue();
        check("max-response-size", size.asBigInteger(), bytes >= 1 && bytes <= Integer.MAX_VALUE,
                "from 1 to " + Integer.MAX_VALUE + " bytes");
        return (int) bytes;
    }

    private static void positive(String name, Duration value) {
        check(name, value, value.toMillis() >= 1, "at least a millisecond");
    }

    private static void check(String name, Object value, boolean good, String range) {
        if (!good) {
            throw new IllegalStateException(
                    "CAIRN-0900: quarkus.cairn.a2a." + name + " is " + value + ". It has to be " + range + ".");
        }
    }
}

package dev.cairn.integrations.grpc.call;

import java.time.Duration;

import io.quarkus.runtime.configuration.MemorySize;

/** Checks settings: a value out of range keeps the application from starting. */
final class GrpcSettingCheck {

    private GrpcSettingCheck() {}

    static int bytes(String name, MemorySize size) {
        long bytes = size.asLongValue();
        check(name, size.asBigInteger(), bytes >= 1 && bytes <= Integer.MAX_VALUE, "from 1 to " + Integer.MAX_VALUE + " bytes");
        return (int) bytes;
    }

    static int atLeastOne(String name, int value) {
        check(name, value, value >= 1, "at least 1");
        return value;
    }

    static void positive(String name, Duration value) {
        check(name, value, value.toMillis() >= 1, "at least a millisecond");
    }

    private static void check(String name, Object value, boolean good, String range) {
        if (!good) {
            throw new IllegalStateException(
                    "CAIRN-0872: quarkus.cairn.grpc." + name + " is " + value + ". It has to be " + range
                            + ".");
        }
    }
}

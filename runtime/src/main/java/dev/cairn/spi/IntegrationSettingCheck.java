package dev.cairn.spi;

import java.math.BigInteger;
import java.time.Duration;

/** Checks the settings of an integration: a value out of range keeps the application from starting. */
public final class IntegrationSettingCheck {

    private static final BigInteger MAX_BYTES = BigInteger.valueOf(Integer.MAX_VALUE);

    private final String code;
    private final String prefix;

    /**
     * @param code code of the error
     * @param prefix the part that the names of all settings have in common, such as {@code quarkus.cairn.grpc}
     */
    public IntegrationSettingCheck(String code, String prefix) {
        this.code = code;
        this.prefix = prefix;
    }

    /** Checks a time: at least a millisecond. */
    public void positive(String name, Duration value) {
        that(name, value, value.toMillis() >= 1, "at least a millisecond");
    }

    /** Checks a number: at least 1. */
    public int atLeastOne(String name, int value) {
        that(name, value, value >= 1, "at least 1");
        return value;
    }

    /** Checks a size: at least a byte, and no more than an array can have. */
    public int bytes(String name, BigInteger value) {
        that(name, value, value.signum() > 0 && value.compareTo(MAX_BYTES) <= 0, "from 1 to " + MAX_BYTES + " bytes");
        return value.intValue();
    }

    /**
     * Checks anything else.
     *
     * @param range the values that are possible, as they follow "It has to be"
     * @throws IllegalStateException if the value is not good
     */
    public void that(String name, Object value, boolean good, String range) {
        if (!good) {
            throw new IllegalStateException(
                    code + ": " + prefix + "." + name + " is " + value + ". It has to be " + range + ".");
        }
    }
}

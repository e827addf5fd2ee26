package dev.cairn.integrations.messaging.config;

/** Checks the limits of a channel when the application starts: with a limit of 0 it would do nothing, without an error. */
public final class ChannelLimitCheck {

    private final String prefix;

    private ChannelLimitCheck(String direction, String channel) {
        this.prefix = "quarkus.cairn.messaging." + direction + ".\"" + channel + "\".";
    }

    /** @throws IllegalArgumentException if a limit is out of range */
    public static void check(String channel, MessagingConfig.Incoming settings) {
        ChannelLimitCheck check = new ChannelLimitCheck("incoming", channel);
        check.positive("max-in-flight", settings.maxInFlight());
        check.positive("max-in-flight-size", settings.maxInFlightSize().asLongValue());
        check.positive("max-message-size", settings.maxMessageSize().asLongValue());
    }

    /** @throws IllegalArgumentException if a limit is out of range */
    public static void check(String channel, MessagingConfig.Outgoing settings) {
        ChannelLimitCheck check = new ChannelLimitCheck("outgoing", channel);
        check.positive("max-in-flight", settings.maxInFlight());
        check.positive("max-in-flight-size", settings.maxInFlightSize().asLongValue());
    }

    private void positive(String setting, long value) {
        if (value < 1) {
            throw new IllegalArgumentException("CAIRN-0918: Cannot use a limit of a channel [" + prefix + setting + "=" + value
                    + "]: it must be at least 1. Correct it.");
        }
    }
}

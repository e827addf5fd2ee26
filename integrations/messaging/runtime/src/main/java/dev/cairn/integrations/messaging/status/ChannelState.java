package dev.cairn.integrations.messaging.status;

/** The present state of a channel. Thread-safe. */
public final class ChannelState {

    private final String channel;
    private volatile String pauseReason;
    private volatile String endReason;
    private volatile int inFlight;

    /** A channel that receives. */
    public ChannelState(String channel) {
        this.channel = channel;
    }

    /** The name of the channel. */
    public String channel() {
        return channel;
    }

    /** True if messages are received. */
    public boolean isReceiving() {
        return pauseReason == null && endReason == null;
    }

    /** A short text for people. */
    public String description() {
        String ended = endReason;
        String paused = pauseReason;
        return ended != null ? "ended: " + ended
                : paused != null ? "paused: " + paused : "receiving, " + inFlight + " in flight";
    }

    /** No message is requested, for this reason; null for none. */
    public void pause(String reason) {
        pauseReason = reason;
    }

    /** The connector gives no more messages. */
    public void end(String reason) {
        endReason = reason;
    }

    /** The number of messages that are received and not yet acknowledged. */
    public void inFlight(int messages) {
        inFlight = messages;
    }
}

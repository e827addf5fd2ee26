package dev.cairn.integrations.messaging.status;

/** Hears of what becomes of the messages of channels. Called on any thread, which it must not block. */
public interface ChannelObserver {

    /** A channel is used: before its first message. */
    void opened(String channel);

    /** A message has arrived. */
    void received(String channel);

    /** A message is refused: it is no event. */
    void refused(String channel);

    /** A channel requests no more messages until it can publish or refuse those in flight. */
    void paused(String channel);
}

package dev.cairn.management.live;

/** Reasons that interrupt a stream of changes. */
public enum StreamInterruptionReason {
    /** The client reconnected with an id, and this node no longer has all changes since that id. */
    MISSED("reset", "missed",
            "Changes were missed since the last event: the node was restarted, is another one, or too many changes"
                    + " have come since. Read the list again; what follows is complete."),
    /** Another node shows its changes from here on. */
    NODE_JOINED("reset", "node-joined", "Changes of another node are shown from here on. Read the list again."),
    /** Another node has died or stopped. */
    NODE_LEFT("reset", "node-left",
            "Another node has gone: the last changes of its instances may be missing. Read the list again."),
    /** Another node had more changes than it could send. */
    NODE_MISSED("reset", "node-missed", "Changes of another node were left out. Read the list again."),
    /** The client reads more slowly than changes arrive. */
    SLOW("dropped", "slow",
            "The client does not read as fast as changes come. Connect again, with a filter by workflow or instance."),
    /** The application stops. */
    STOPPING("closed", "stopping", "The application stops. Connect again to another node, or when it has started."),
    /** The credentials of the client have expired. */
    EXPIRED("closed", "expired", "Your credentials have expired. Connect again with new ones.");

    private final String event;
    private final String reason;
    private final String detail;

    StreamInterruptionReason(String event, String reason, String detail) {
        this.event = event;
        this.reason = reason;
        this.detail = detail;
    }

    /** The block of the stream with this reason; the id may be null. */
    byte[] text(String id) {
        return ChangeTextEncoder.event(id, event, ChangeTextEncoder.word(reason, detail));
    }
}

package dev.cairn.management.live;

/**
 * Where a viewer's stream goes: a response of HTTP. All but {@link #run} is called in actions that {@code run} was given, one at a time.
 */
public interface ViewerSink {

    /** Runs something where the response belongs, later, after what it was given before. Any thread. */
    void run(Runnable action);

    /** True if there is room for more in the write queue. */
    boolean isWritable();

    /** Writes a block; it is only called after {@link #isWritable}, or before {@link #end}. */
    void write(byte[] text);

    /** Runs something once there is room again. Called while there is none. */
    void onWritable(Runnable action);

    /** Ends the response, whether or not the client still reads. */
    void end();
}

package dev.cairn.management.live;

/**
 * The destination of a viewer's stream: an HTTP response. {@link #run} may be called by any thread; everything else is called in actions
 * that {@code run} was given, one at a time.
 */
public interface ViewerSink {

    /** Runs an action later, on the event loop of the response and after all actions given before. From any thread. */
    void run(Runnable action);

    /** True if there is room for more in the write queue. */
    boolean isWritable();

    /** Writes a block; it is only called after {@link #isWritable}, or before {@link #end}. */
    void write(byte[] text);

    /** Runs an action once, when there is room again. Called while there is none. */
    void onWritable(Runnable action);

    /** Ends the response, whether or not the client still reads. */
    void end();
}

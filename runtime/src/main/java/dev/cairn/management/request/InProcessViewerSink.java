package dev.cairn.management.request;

import java.nio.charset.StandardCharsets;

import dev.cairn.management.live.ChangeViewer;
import dev.cairn.management.live.ViewerSink;
import dev.cairn.management.request.ManagementAnswer.LiveAnswer;
import io.smallrye.mutiny.subscription.MultiEmitter;
import io.vertx.core.Context;

/** Gives changes to a caller in this process, who takes them at once. */
public final class InProcessViewerSink implements ViewerSink {

    /** The transport does not say when a page has gone, so that each stream has an end. */
    private static final long MAX_LIFE_MILLIS = 60_000;

    /** The last block of a stream after which the caller goes on with the next one. */
    private static final String GO_ON = "event: end\ndata: {}\n\n";

    private final MultiEmitter<? super String> emitter;
    private final Context context;

    private InProcessViewerSink(MultiEmitter<? super String> emitter, Context context) {
        this.emitter = emitter;
        this.context = context;
    }

    /** @return false if there is no room for another viewer: then nothing will be emitted */
    public static boolean begin(LiveAnswer answer, MultiEmitter<? super String> emitter, Context context) {
        InProcessViewerSink stream = new InProcessViewerSink(emitter, context);
        return answer.hub().add(answer.filter(), answer.lastEventId(), stream, viewer -> stream.opened(viewer, answer));
    }

    private void opened(ChangeViewer viewer, LiveAnswer answer) {
        Runnable cancelEnd = answer.timers().after(MAX_LIFE_MILLIS, () -> run(this::endForNext));
        emitter.onTermination(() -> {
            cancelEnd.run();
            viewer.closeLater();
        });
    }

    private void endForNext() {
        emitter.emit(GO_ON);
        emitter.complete();
    }

    @Override
    public void run(Runnable action) {
        context.runOnContext(any -> action.run());
    }

    @Override
    public boolean isWritable() {
        return true;
    }

    @Override
    public void write(byte[] text) {
        emitter.emit(new String(text, StandardCharsets.UTF_8));
    }

    /** Runs the action as {@link #run} does: room is never short. */
    @Override
    public void onWritable(Runnable action) {
        run(action);
    }

    @Override
    public void end() {
        emitter.complete();
    }
}

package dev.cairn.management;

import java.nio.charset.StandardCharsets;

import dev.cairn.management.ManagementAnswer.LiveAnswer;
import dev.cairn.management.live.ChangeViewer;
import dev.cairn.management.live.ViewerSink;
import io.smallrye.mutiny.Multi;
import io.smallrye.mutiny.subscription.BackPressureStrategy;
import io.smallrye.mutiny.subscription.MultiEmitter;
import io.vertx.core.Context;
import io.vertx.core.Vertx;

/** Gives changes to the Dev UI, one JSON text for each event of the stream that HTTP would have. */
final class RpcChanges implements ViewerSink {

    private static final String EVENT = "event: ";
    private static final String DATA = "data: ";

    private final MultiEmitter<? super String> emitter;
    private final Context context;

    private RpcChanges(MultiEmitter<? super String> emitter, Context context) {
        this.emitter = emitter;
        this.context = context;
    }

    static Multi<String> of(LiveAnswer answer, Vertx vertx) {
        return Multi.createFrom().emitter(emitter -> {
            RpcChanges changes = new RpcChanges(emitter, vertx.getOrCreateContext());
            if (!answer.hub().add(answer.filter(), answer.lastEventId(), changes, changes::opened)) {
                emitter.fail(new IllegalStateException(LiveStream.refusal().toString()));
            }
        }, BackPressureStrategy.BUFFER);
    }

    private void opened(ChangeViewer viewer) {
        emitter.onTermination(viewer::closeLater);
    }

    @Override
    public void run(Runnable action) {
        context.runOnContext(any -> action.run());
    }

    /** The Dev UI takes everything: its socket has a queue of its own. */
    @Override
    public boolean isWritable() {
        return true;
    }

    @Override
    public void onWritable(Runnable action) {
        action.run();
    }

    /** Takes a block of a stream of events apart; what only says a position has no data. */
    @Override
    public void write(byte[] block) {
        String event = null;
        for (String line : new String(block, StandardCharsets.UTF_8).split("\n")) {
            if (line.startsWith(EVENT)) {
                event = line.substring(EVENT.length());
            } else if (line.startsWith(DATA) && event != null) {
                emitter.emit("{\"event\":\"" + event + "\",\"data\":" + line.substring(DATA.length()) + "}");
            }
        }
    }

    @Override
    public void end() {
        emitter.complete();
    }
}

package dev.cairn.engine.event.kept;

import dev.cairn.journal.GroupCommitJournal;
import dev.cairn.spi.CommitResult;
import dev.cairn.spi.InstanceWrite;
import io.smallrye.mutiny.Uni;

/** Writes rows beside those of instances with the next group of the journal. */
final class KeptRowWriter {

    private KeptRowWriter() {}

    /** Completes when the write is durable or refused; fails as the store does. */
    static Uni<CommitResult> commit(GroupCommitJournal journal, InstanceWrite write) {
        return Uni.createFrom().emitter(emitter -> journal.commit(write, new GroupCommitJournal.Listener() {
            @Override
            public void done(InstanceWrite committed, CommitResult result) {
                emitter.complete(result);
            }

            @Override
            public void failed(InstanceWrite refused, Throwable cause) {
                emitter.fail(cause);
            }
        }));
    }
}

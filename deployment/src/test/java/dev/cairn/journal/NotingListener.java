package dev.cairn.journal;

import java.util.List;

import dev.cairn.spi.CommitResult;
import dev.cairn.spi.InstanceWrite;

/**
 * Notes the result of a write, or the message of its failure, behind a name.
 *
 * @param told gets the notes
 */
record NotingListener(String name, List<String> told) implements GroupCommitJournal.AppendListener {

    @Override
    public void done(InstanceWrite write, CommitResult result) {
        told.add(name + " " + result);
    }

    @Override
    public void failed(InstanceWrite write, Throwable cause) {
        told.add(name + " " + cause.getMessage());
    }

    @Override
    public void notEncoded(Throwable cause, boolean ofCodec) {
        told.add(name + " " + cause.getMessage() + (ofCodec ? ", perhaps not again" : ""));
    }
}

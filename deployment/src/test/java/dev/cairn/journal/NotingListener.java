package dev.cairn.journal;

import java.util.List;

import dev.cairn.spi.CommitResult;

/**
 * Notes the result of a write, or the message of its failure, behind a name.
 *
 * @param told gets the notes
 */
record NotingListener(String name, List<String> told) implements Journal.Listener {

    @Override
    public void done(CommitResult result) {
        told.add(name + " " + result);
    }

    @Override
    public void failed(Throwable cause) {
        told.add(name + " " + cause.getMessage());
    }
}

package dev.cairn.persistence.file;

import java.io.IOException;
import java.nio.ByteBuffer;

import dev.cairn.persistence.file.disk.DiskFile;
import dev.cairn.persistence.file.disk.StoreDisk;

/** A disk that fails at the n-th operation of a kind: once, or from then on until it is mended. */
public final class FaultyDisk extends ForwardingDisk {

    /** Operations that may fail. */
    public enum Operation {
        READ("Input/output error"),
        WRITE("No space left on device"),
        FORCE("Input/output error");

        private final String message;

        Operation(String message) {
            this.message = message;
        }
    }

    private final Operation operation;
    private final int nth;
    private final boolean lasting;
    private int counted;
    private String failedAt;
    private boolean mended;

    /**
     * @param nth the operation that fails, from 1; 0 for none
     * @param lasting true if later ones fail as well
     */
    public FaultyDisk(StoreDisk real, Operation operation, int nth, boolean lasting) {
        super(real);
        this.operation = operation;
        this.nth = nth;
        this.lasting = lasting;
    }

    /** Number of operations of the kind. */
    synchronized int counted() {
        return counted;
    }

    /** The target of the first failure: a file, or {@code "names"}; null if none has failed. */
    public synchronized String failedAt() {
        return failedAt;
    }

    /** From now on nothing fails. */
    synchronized void mend() {
        mended = true;
    }

    private synchronized void operate(Operation what, String concerned) throws IOException {
        if (what != operation) {
            return;
        }
        counted++;
        if (!mended && nth > 0 && (counted == nth || lasting && counted > nth)) {
            failedAt = failedAt == null ? concerned : failedAt;
            throw new IOException(operation.message);
        }
    }

    @Override
    public DiskFile open(String name, boolean create) throws IOException {
        if (create) {
            operate(Operation.WRITE, name);
        }
        return new FaultyFile(super.open(name, create));
    }

    @Override
    public void force() throws IOException {
        operate(Operation.FORCE, "names");
        super.force();
    }

    private final class FaultyFile extends ForwardingFile {

        FaultyFile(DiskFile file) {
            super(file);
        }

        @Override
        public void read(ByteBuffer target, long position) throws IOException {
            operate(Operation.READ, name());
            super.read(target, position);
        }

        @Override
        public void write(ByteBuffer source, long position) throws IOException {
            operate(Operation.WRITE, name());
            super.write(source, position);
        }

        @Override
        public void force() throws IOException {
            operate(Operation.FORCE, name());
            super.force();
        }
    }
}

package dev.cairn.persistence.file;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Map;

/** A disk that fails at the n-th operation of a kind: once, or from then on until it is mended. */
final class FaultyDisk implements Disk {

    /** What may fail. */
    enum Operation {
        WRITE("No space left on device"),
        FORCE("Input/output error");

        private final String message;

        Operation(String message) {
            this.message = message;
        }
    }

    private final Disk real;
    private final Operation operation;
    private final int nth;
    private final boolean lasting;
    private int counted;
    private String failedAt;
    private boolean mended;

    /**
     * @param nth the operation that fails, from 1; 0 for none
     * @param lasting whether those after it fail as well
     */
    FaultyDisk(Disk real, Operation operation, int nth, boolean lasting) {
        this.real = real;
        this.operation = operation;
        this.nth = nth;
        this.lasting = lasting;
    }

    /** How many operations of the kind there were. */
    synchronized int counted() {
        return counted;
    }

    /** What was concerned when it failed for the first time: a file, or {@code "names"}; null if it has not. */
    synchronized String failedAt() {
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
    public Map<String, Long> files() throws IOException {
        return real.files();
    }

    @Override
    public DiskFile open(String name, boolean create) throws IOException {
        if (create) {
            operate(Operation.WRITE, name);
        }
        return new FaultyFile(real.open(name, create));
    }

    @Override
    public void rename(String from, String to) throws IOException {
        real.rename(from, to);
    }

    @Override
    public void delete(String name) throws IOException {
        real.delete(name);
    }

    @Override
    public void force() throws IOException {
        operate(Operation.FORCE, "names");
        real.force();
    }

    @Override
    public String location() {
        return real.location();
    }

    @Override
    public void close() throws IOException {
        real.close();
    }

    private final class FaultyFile implements DiskFile {

        private final DiskFile file;

        FaultyFile(DiskFile file) {
            this.file = file;
        }

        @Override
        public String name() {
            return file.name();
        }

        @Override
        public long size() throws IOException {
            return file.size();
        }

        @Override
        public void read(ByteBuffer target, long position) throws IOException {
            file.read(target, position);
        }

        @Override
        public void write(ByteBuffer source, long position) throws IOException {
            operate(Operation.WRITE, file.name());
            file.write(source, position);
        }

        @Override
        public void truncate(long size) throws IOException {
            file.truncate(size);
        }

        @Override
        public void force() throws IOException {
            operate(Operation.FORCE, file.name());
            file.force();
        }

        @Override
        public void close() throws IOException {
            file.close();
        }
    }
}

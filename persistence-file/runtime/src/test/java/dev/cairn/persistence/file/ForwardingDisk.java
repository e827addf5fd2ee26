package dev.cairn.persistence.file;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Map;

import dev.cairn.persistence.file.disk.DiskFile;
import dev.cairn.persistence.file.disk.StoreDisk;

/** Delegates to another disk; for disks that change some operations. */
public class ForwardingDisk implements StoreDisk {

    private final StoreDisk real;

    public ForwardingDisk(StoreDisk real) {
        this.real = real;
    }

    @Override
    public Map<String, Long> files() throws IOException {
        return real.files();
    }

    @Override
    public DiskFile open(String name, boolean create) throws IOException {
        return real.open(name, create);
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

    /** Delegates to another file. */
    public static class ForwardingFile implements DiskFile {

        private final DiskFile real;

        public ForwardingFile(DiskFile real) {
            this.real = real;
        }

        @Override
        public String name() {
            return real.name();
        }

        @Override
        public long size() throws IOException {
            return real.size();
        }

        @Override
        public void read(ByteBuffer target, long position) throws IOException {
            real.read(target, position);
        }

        @Override
        public void write(ByteBuffer source, long position) throws IOException {
            real.write(source, position);
        }

        @Override
        public void truncate(long size) throws IOException {
            real.truncate(size);
        }

        @Override
        public void force() throws IOException {
            real.force();
        }

        @Override
        public void close() throws IOException {
            real.close();
        }
    }
}

package dev.cairn.crash;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import java.time.temporal.ChronoUnit;

import jakarta.annotation.PreDestroy;
import jakarta.enterprise.context.ApplicationScoped;

import org.eclipse.microprofile.config.inject.ConfigProperty;

import dev.cairn.api.CallContext;
import dev.cairn.api.WorkflowFunction;

/**
 * Effects inside the application: each appends a line to a file before it returns. The line has the form that the test kit's
 * {@code AuditFile} reads, and is in the hands of the operating system when the effect has happened, so a SIGKILL does not lose it.
 */
@ApplicationScoped
public class AuditLog {

    private final FileChannel file;
    private final int life;

    AuditLog(@ConfigProperty(name = "crash.audit") Path file, @ConfigProperty(name = "crash.life") int life) {
        this.life = life;
        try {
            this.file = FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    /** Has an effect, and tells which. */
    @WorkflowFunction
    public Done audit(String start, String label, CallContext call) {
        long atMicros = ChronoUnit.MICROS.between(Instant.EPOCH, Instant.now());
        append(String.join(" ", start, label, call.idempotencyKey(), Integer.toString(life), Long.toString(atMicros)) + "\n");
        return new Done(label);
    }

    @PreDestroy
    void close() throws IOException {
        file.close();
    }

    private synchronized void append(String line) {
        ByteBuffer bytes = ByteBuffer.wrap(line.getBytes(StandardCharsets.UTF_8));
        try {
            while (bytes.hasRemaining()) {
                file.write(bytes);
            }
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    /**
     * Result of an effect.
     *
     * @param done its label
     */
    public record Done(String done) {}
}

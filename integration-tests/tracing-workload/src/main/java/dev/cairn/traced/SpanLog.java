package dev.cairn.traced;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;

import jakarta.inject.Singleton;

import org.eclipse.microprofile.config.inject.ConfigProperty;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;

import io.opentelemetry.api.common.Attributes;
import io.opentelemetry.context.Context;
import io.opentelemetry.sdk.trace.ReadWriteSpan;
import io.opentelemetry.sdk.trace.ReadableSpan;
import io.opentelemetry.sdk.trace.SpanProcessor;
import io.opentelemetry.sdk.trace.data.SpanData;

/**
 * Keeps the spans that ended, and writes each to a file, one JSON object a line, if {@code traced.spans} names one: it has them in
 * the hands of the operating system when it returns, so a SIGKILL does not lose them.
 */
@Singleton
public class SpanLog implements SpanProcessor {

    private static final Duration PATIENCE = Duration.ofSeconds(20);

    private final List<SpanData> spans = new CopyOnWriteArrayList<>();
    private final ObjectMapper mapper = new ObjectMapper();
    private final Optional<Path> file;

    SpanLog(@ConfigProperty(name = "traced.spans") Optional<Path> file) {
        this.file = file;
    }

    /** All that ended, in that order. */
    public List<SpanData> spans() {
        return spans;
    }

    /** The first that fits, of those that ended and those that will. */
    public synchronized SpanData await(Predicate<SpanData> wanted) {
        long deadlineNanos = System.nanoTime() + PATIENCE.toNanos();
        while (true) {
            Optional<SpanData> found = spans.stream().filter(wanted).findFirst();
            if (found.isPresent()) {
                return found.get();
            }
            long leftMillis = TimeUnit.NANOSECONDS.toMillis(deadlineNanos - System.nanoTime());
            if (leftMillis <= 0) {
                throw new AssertionError("No such span among " + spans);
            }
            try {
                wait(leftMillis);
            } catch (InterruptedException interrupted) {
                Thread.currentThread().interrupt();
                throw new AssertionError(interrupted);
            }
        }
    }

    @Override
    public void onStart(Context parentContext, ReadWriteSpan span) {
        // Its end is what counts.
    }

    @Override
    public boolean isStartRequired() {
        return false;
    }

    @Override
    public synchronized void onEnd(ReadableSpan span) {
        spans.add(span.toSpanData());
        notifyAll();
        file.ifPresent(path -> write(path, span.toSpanData()));
    }

    @Override
    public boolean isEndRequired() {
        return true;
    }

    private void write(Path path, SpanData span) {
        try {
            Files.writeString(path, mapper.writeValueAsString(json(span)) + "\n", StandardCharsets.UTF_8,
                    StandardOpenOption.CREATE, StandardOpenOption.APPEND);
        } catch (JsonProcessingException impossible) {
            throw new IllegalStateException(impossible);
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    private static ObjectNode json(SpanData span) {
        ObjectNode json = JsonNodeFactory.instance.objectNode();
        json.put("name", span.getName()).put("trace", span.getTraceId()).put("span", span.getSpanId())
                .put("parent", span.getParentSpanId()).set("attributes", json(span.getAttributes()));
        ArrayNode links = json.putArray("links");
        span.getLinks().forEach(link -> links.add(link.getSpanContext().getSpanId()));
        return json;
    }

    private static ObjectNode json(Attributes attributes) {
        ObjectNode json = JsonNodeFactory.instance.objectNode();
        attributes.forEach((key, value) -> json.put(key.getKey(), value.toString()));
        return json;
    }
}

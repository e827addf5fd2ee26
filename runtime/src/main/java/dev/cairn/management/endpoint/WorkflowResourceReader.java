package dev.cairn.management.endpoint;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Optional;

import jakarta.inject.Singleton;

import com.fasterxml.jackson.databind.JsonNode;

import dev.cairn.value.JsonCodec;
import io.smallrye.mutiny.Uni;
import io.smallrye.mutiny.infrastructure.Infrastructure;

/**
 * Reads the descriptions and graphs of workflows, which the build has written into resources as JSON. A resource is read on request.
 */
@Singleton
public final class WorkflowResourceReader {

    /** Resource with what a list of workflows shows of each version: an object by {@code namespace:name}, then by version. */
    public static final String INDEX = "META-INF/cairn/workflows.json";
    /** Resource with what is known of the build: an object with the version of Cairn. */
    public static final String BUILD = "META-INF/cairn/build.json";
    private static final String DIRECTORY = "META-INF/cairn/workflows/";

    private final ClassLoader loader = Thread.currentThread().getContextClassLoader();
    private volatile JsonNode index;

    /** The resource that describes a version of a workflow. */
    public static String description(String workflow, String version) {
        return DIRECTORY + workflow.replace(':', '/') + "/" + version + ".json";
    }

    /** The resource that has the graph of a version of a workflow. */
    public static String graph(String workflow, String version) {
        return DIRECTORY + workflow.replace(':', '/') + "/" + version + ".graph.json";
    }

    /** The content of {@link #INDEX}; not to be changed. */
    Uni<JsonNode> index() {
        JsonNode known = index;
        return known != null ? Uni.createFrom().item(known)
                : read(INDEX).map(Optional::orElseThrow).invoke(read -> index = read);
    }

    /** Reads a resource, on a worker; empty if there is none. */
    Uni<Optional<JsonNode>> read(String name) {
        return Uni.createFrom().item(() -> text(name).map(JsonCodec::readWritten))
                .runSubscriptionOn(Infrastructure.getDefaultWorkerPool());
    }

    private Optional<byte[]> text(String name) {
        try (InputStream in = loader.getResourceAsStream(name)) {
            return in == null ? Optional.empty() : Optional.of(in.readAllBytes());
        } catch (IOException e) {
            throw new UncheckedIOException("Cannot read the resource " + name, e);
        }
    }
}

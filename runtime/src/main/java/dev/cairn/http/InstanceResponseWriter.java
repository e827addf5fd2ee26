package dev.cairn.http;

import java.net.URI;

import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response.Status;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;

import dev.cairn.api.InstanceStatus;
import dev.cairn.api.InstanceView;
import dev.cairn.executor.JournalEvent.Ended;
import dev.cairn.program.Program;
import dev.cairn.value.JsonCodec;

/** Writes instances as the bodies of HTTP answers. */
final class InstanceResponseWriter {

    private static final String UTF_8 = "UTF-8";

    /**
     * The media type of answers. Quarkus REST asks several times an answer for its form with a charset, which is made only once.
     */
    static final MediaType JSON = new MediaType("application", "json") {
        private final MediaType inUtf8 = super.withCharset(UTF_8);

        @Override
        public MediaType withCharset(String charset) {
            return UTF_8.equals(charset) ? inUtf8 : super.withCharset(charset);
        }
    };

    private InstanceResponseWriter() {}

    /**
     * Absolute path of an instance.
     *
     * @param base of the application's resources, with a slash at its end
     * @param rootPath the {@link HttpSettings#rootPath()}
     */
    static URI location(URI base, String rootPath, String id) {
        String path = base.getRawPath();
        return URI.create(path.substring(0, path.length() - 1) + rootPath + HttpSettings.INSTANCES + "/" + id);
    }

    /** The answer about an instance whose result was not waited for. */
    static byte[] accepted(String id, String workflow, InstanceStatus status) {
        return JsonCodec.write(JsonNodeFactory.instance.objectNode().put("id", id).put("workflow", workflow)
                .put("status", status.phase()));
    }

    /** All that can be looked at; {@code program} is null if the application no longer has it. */
    static byte[] of(InstanceView view, Program program, HttpSettings settings) {
        ObjectNode json = JsonNodeFactory.instance.objectNode();
        json.put("id", view.id());
        json.put("workflow", view.workflow());
        json.put("version", view.version());
        json.put("status", view.status().phase());
        json.put("createdAt", view.createdAt().toString());
        json.put("updatedAt", view.updatedAt().toString());
        if (view.output() != null) {
            json.set("output", view.output());
        }
        if (view.error() != null) {
            json.set("error", PublicError.of(view.error(), program, settings.showsInside()).json());
        }
        return JsonCodec.writeAsJq(json);
    }

    /** The answer about an instance that ended without an output. */
    static ProblemDetails failed(String id, Ended ended, Program program, HttpSettings settings) {
        if (ended.error() == null) {
            return ProblemDetails.of(Status.CONFLICT, "The instance was cancelled.").with("instanceId", TextNode.valueOf(id));
        }
        PublicError error = PublicError.of(ended.error(), program, settings.showsInside());
        return ProblemDetails.of(error.status(), error.json()).with("instanceId", TextNode.valueOf(id));
    }
}

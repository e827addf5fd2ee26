package dev.cairn.integrations.mcpserver;

import java.util.List;
import java.util.function.Supplier;

import dev.cairn.integrations.mcpserver.tool.WorkflowToolPlan;
import dev.cairn.integrations.mcpserver.tool.WorkflowToolPlans;
import dev.cairn.value.BodyMediaType;
import io.quarkus.runtime.annotations.Recorder;
import io.vertx.core.Handler;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpMethod;
import io.vertx.ext.web.RoutingContext;

/** Takes the tools from the build into the application. */
@Recorder
public class McpServerRecorder {

    /** The tools, in the order of their names. */
    public Supplier<WorkflowToolPlans> plans(List<WorkflowToolPlan> tools) {
        WorkflowToolPlans plans = new WorkflowToolPlans(tools);
        return () -> plans;
    }

    /** Answers 415 (RFC 9110, section 15.5.16) to a body that is not JSON. */
    public Handler<RoutingContext> takeOnlyJson() {
        return routing -> {
            BodyMediaType type = BodyMediaType.of(routing.request().getHeader(HttpHeaders.CONTENT_TYPE));
            boolean isJson = type.name().equals("application/json");
            if (routing.request().method() == HttpMethod.POST && !isJson) {
                routing.response().setStatusCode(415).end();
            } else {
                routing.next();
            }
        };
    }
}

package dev.cairn.http;

import java.lang.annotation.Annotation;

import jakarta.ws.rs.HttpMethod;
import jakarta.ws.rs.container.ContainerRequestContext;
import jakarta.ws.rs.container.ContainerResponseContext;
import jakarta.ws.rs.container.ContainerResponseFilter;
import jakarta.ws.rs.core.HttpHeaders;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response.Status;

import org.jboss.resteasy.reactive.server.core.ResteasyReactiveRequestContext;
import org.jboss.resteasy.reactive.server.mapping.RuntimeResource;
import org.jboss.resteasy.reactive.server.spi.ResteasyReactiveContainerRequestContext;

import io.vertx.ext.web.RoutingContext;

/**
 * Adds problem details to answers with which Quarkus REST refuses a request at the path of a trigger, and the methods that the path has. Answers
 * of the application's own resources stay as they are.
 */
public class TriggerProblemFilter implements ContainerResponseFilter {

    /** Package of the generated resources, with a dot at its end. */
    public static final String GENERATED_PACKAGE = "dev.cairn.http.generated.";

    private static final MediaType PROBLEM = MediaType.valueOf(ProblemDetails.MEDIA_TYPE);
    private static final String ALLOWED_KEY = "dev.cairn.http.allowed";

    /** Notes which methods the path of a request has, as {@code Allow} lists them. */
    static void note(RoutingContext routing, String allowed) {
        routing.put(ALLOWED_KEY, allowed);
    }

    @Override
    public void filter(ContainerRequestContext request, ContainerResponseContext response) {
        boolean isOptions = HttpMethod.OPTIONS.equals(request.getMethod());
        if (response.getStatus() < Status.BAD_REQUEST.getStatusCode() && !isOptions) {
            return;
        }
        ResteasyReactiveRequestContext context = (ResteasyReactiveRequestContext) ((ResteasyReactiveContainerRequestContext) request)
                .getServerRequestContext();
        String allowed = context.serverRequest().unwrap(RoutingContext.class).get(ALLOWED_KEY);
        if (allowed == null || !isOurs(context.getTarget())) {
            return;
        }
        Status status = Status.fromStatusCode(response.getStatus());
        if (isOptions || status == Status.METHOD_NOT_ALLOWED) {
            response.getHeaders().putSingle(HttpHeaders.ALLOW, allowed);
        }
        if (status != null && status.getStatusCode() >= Status.BAD_REQUEST.getStatusCode() && !response.hasEntity()) {
            response.setEntity(ProblemDetails.of(status, detail(status, allowed)).text(), new Annotation[0], PROBLEM);
        }
    }

    /** No resource method was found for the request, or a generated one. */
    private static boolean isOurs(RuntimeResource target) {
        return target == null || target.getResourceClass().getName().startsWith(GENERATED_PACKAGE);
    }

    private static String detail(Status status, String allowed) {
        return switch (status) {
            case METHOD_NOT_ALLOWED -> "Possible here: " + allowed + ".";
            case NOT_ACCEPTABLE -> "The answer is " + MediaType.APPLICATION_JSON + " or " + ProblemDetails.MEDIA_TYPE + ".";
            default -> null;
        };
    }
}

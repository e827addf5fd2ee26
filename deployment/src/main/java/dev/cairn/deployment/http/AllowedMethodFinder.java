package dev.cairn.deployment.http;

import java.util.List;
import java.util.Set;
import java.util.TreeSet;

import org.jboss.resteasy.reactive.common.model.ResourceClass;
import org.jboss.resteasy.reactive.common.model.ResourceMethod;

/** Finds the HTTP methods that resources have at a path. */
final class AllowedMethodFinder {

    private AllowedMethodFinder() {}

    /** As the header {@code Allow} lists them: those of generated resources, and of the application's own at the same path. */
    static String at(String path, List<ResourceClass> resources) {
        Set<String> methods = new TreeSet<>(Set.of("OPTIONS"));
        for (ResourceClass resource : resources) {
            for (ResourceMethod method : resource.getMethods()) {
                if (method.getHttpMethod() != null && path.equals(joined(resource.getPath(), method.getPath()))) {
                    methods.add(method.getHttpMethod());
                }
            }
        }
        if (methods.contains("GET")) {
            methods.add("HEAD");
        }
        return String.join(", ", methods);
    }

    private static String joined(String path, String below) {
        String joined = "/" + (path == null ? "" : path) + "/" + (below == null ? "" : below);
        String single = joined.replaceAll("/+", "/");
        return single.length() > 1 && single.endsWith("/") ? single.substring(0, single.length() - 1) : single;
    }
}

package dev.cairn.integrations.grpc.descriptor;

/**
 * A method that workflows call, as the build found it.
 *
 * @param key the method as calls name it: {@link MethodBindings#key}
 * @param service full name of the service
 * @param method name of the method
 * @param resource resource that has the compiled proto file with its imports
 */
public record GrpcMethodPlan(String key, String service, String method, String resource) {}

package dev.cairn.fluent;

import dev.cairn.fluent.source.DefinitionFragment;

/** Parts of {@link Flows} that are written once and used several times. */
abstract sealed class ReusableFactories permits EventFactories {

    ReusableFactories() {}

    /**
     * Tasks around all tasks of a kind: to log, to check, to answer in the place of a service in a test.
     *
     * <pre>{@code
     * flow(…).useExtension(extension("audit", TaskKind.CALL)
     *         .before(callFunction("begun", "audit").with(Map.of("text", "${ \"begins \" + $task.reference }"))))
     * }</pre>
     *
     * @param name unique among the extensions of the workflow
     * @param kind of the tasks that are extended
     */
    public static FlowExtension extension(String name, TaskKind kind) {
        return FlowExtension.of(name, kind);
    }

    /**
     * Something that the workflow has given a name.
     *
     * <pre>{@code
     * flow(call("charge", Payments::charge).timeout(named("short"))).useTimeout("short", Duration.ofSeconds(30))
     * }</pre>
     */
    public static ComponentReference named(String name) {
        return new ComponentReference(name);
    }

    /**
     * A file on the class path of the application. It is read when the application is built.
     *
     * <pre>{@code
     * flow(…).inputSchema(resource("schemas/order.json"))
     * }</pre>
     *
     * @param path from the root of the class path; UTF-8, a schema in JSON
     */
    public static ClassPathResource resource(String path) {
        return path == null ? null : new ClassPathResource(path);
    }

    /**
     * Runs a container, if {@code quarkus.cairn.run.allowed} names {@code container}. Data come as arguments, environment or
     * standard input.
     *
     * <pre>{@code
     * container("render", image("shop/renderer:4").removed()).arguments("--format", "pdf").stdin("${ .order }")
     * }</pre>
     */
    public static RunCommandTask container(String name, ContainerImage image) {
        return RunCommandTask.container(name, image);
    }

    /** An image for {@link #container(String, ContainerImage)}. */
    public static ContainerImage image(String name) {
        return ContainerImage.of(name);
    }

    /**
     * Credentials of user name and password (HTTP Basic), for {@link HttpCallTask#authentication(Credentials)}.
     *
     * <pre>{@code
     * basic("shop", "${ $secrets.petStore.password }")
     * }</pre>
     *
     * @param username a string; in the form {@code ${ … }} a jq expression
     * @param password as the user name
     */
    public static Credentials basic(String username, String password) {
        return Credentials.ofUser(username, password);
    }

    /**
     * As {@link #basic(String, String)}, of a secret that has {@code username} and {@code password}.
     *
     * <pre>{@code
     * flow(http("pet", "GET", "https://pets.example.com/1").authentication(basicSecret("petStore"))).secrets("petStore")
     * }</pre>
     */
    public static Credentials basicSecret(String secret) {
        return new Credentials(DefinitionFragment.empty().text(secret, "basic", "use"));
    }

    /**
     * Credentials of a bearer token, for {@link HttpCallTask#authentication(Credentials)}.
     *
     * <pre>{@code
     * bearer("${ $secrets.petToken }")
     * }</pre>
     *
     * @param token a string; in the form {@code ${ … }} a jq expression
     */
    public static Credentials bearer(String token) {
        return Credentials.ofToken(token);
    }

    /**
     * As {@link #bearer(String)}, of a secret that has a {@code token}.
     *
     * <pre>{@code
     * flow(http("pet", "GET", "https://pets.example.com/1").authentication(bearerSecret("petStore"))).secrets("petStore")
     * }</pre>
     */
    public static Credentials bearerSecret(String secret) {
        return new Credentials(DefinitionFragment.empty().text(secret, "bearer", "use"));
    }
}

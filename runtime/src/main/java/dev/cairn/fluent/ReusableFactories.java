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
     * @param path from the root of the class path; or the URL of a document that the application keeps a copy of. UTF-8, a schema in JSON
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
    public static RunCommandTask container(String name, RunCommandTask.ContainerImage image) {
        return RunCommandTask.container(name, image);
    }

    /** An image for {@link #container(String, RunCommandTask.ContainerImage)}. */
    public static RunCommandTask.ContainerImage image(String name) {
        return RunCommandTask.ContainerImage.of(name);
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

    /**
     * Credentials of user name and password for HTTP Digest, as {@link #basic(String, String)}.
     *
     * <pre>{@code
     * digest("shop", "${ $secrets.petStore.password }")
     * }</pre>
     */
    public static Credentials digest(String username, String password) {
        return Credentials.ofUser("digest", username, password);
    }

    /** As {@link #digest(String, String)}, of a secret that has {@code username} and {@code password}. */
    public static Credentials digestSecret(String secret) {
        return Credentials.of(secret, "digest", "use");
    }

    /**
     * The bearer token of the caller of the workflow, while the caller's request waits for the answer.
     *
     * <pre>{@code
     * http("orders", "GET", "https://orders.example.com").authentication(callerToken())
     * }</pre>
     */
    public static Credentials callerToken() {
        return Credentials.of("caller", "bearer", "from");
    }

    /**
     * A token of an OIDC client of the application.
     *
     * <pre>{@code
     * http("orders", "GET", "https://orders.example.com").authentication(oidcClient("shop"))
     * }</pre>
     *
     * @param name {@code shop} for {@code quarkus.oidc-client."shop"}
     */
    public static Credentials oidcClient(String name) {
        return Credentials.of(name, "oauth2", "oidcClient");
    }

    /**
     * A token of an OAuth 2.0 authorization server.
     *
     * <pre>{@code
     * oauth2("https://id.example.com", "client_credentials").client("shop", "${ $secrets.shop }").scopes("orders")
     * }</pre>
     *
     * @param authority URI that the endpoints begin with; a URI template, or in the form {@code ${ … }} a jq expression
     * @param grant {@code client_credentials}, {@code password}, {@code refresh_token} or
     *        {@code urn:ietf:params:oauth:grant-type:token-exchange}
     */
    public static Credentials.TokenRequest oauth2(String authority, String grant) {
        return Credentials.TokenRequest.of("oauth2", authority, grant);
    }

    /** As {@link #oauth2(String, String)}, of a secret that has all settings. */
    public static Credentials oauth2Secret(String secret) {
        return Credentials.of(secret, "oauth2", "use");
    }

    /** As {@link #oauth2(String, String)}, with endpoints that are read from the discovery document of the authority. */
    public static Credentials.TokenRequest oidc(String authority, String grant) {
        return Credentials.TokenRequest.of("oidc", authority, grant);
    }

    /** As {@link #oidc(String, String)}, of a secret that has all settings. */
    public static Credentials oidcSecret(String secret) {
        return Credentials.of(secret, "oidc", "use");
    }
}

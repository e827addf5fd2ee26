package dev.cairn.runtime;

import java.util.List;
import java.util.Map;

import dev.cairn.driver.Programs;
import dev.cairn.program.Program;
import io.vertx.core.Vertx;

/**
 * The programs of the application, linked while it was initialised, and what stands in for the HTTP client until that exists.
 */
public final class LinkedPrograms {

    private final Programs programs;
    private final List<Program> data;
    private final LatePerformer http;
    private final Secrets secrets;

    LinkedPrograms(Programs programs, List<Program> data, LatePerformer http, Secrets secrets) {
        this.programs = programs;
        this.data = List.copyOf(data);
        this.http = http;
        this.secrets = secrets;
    }

    Programs programs() {
        return programs;
    }

    /** Takes the secrets of programs from the configuration and from credentials providers, which it may wait for. */
    ProvidedSecrets configure(Map<String, CairnConfig.Secret> configured, Vertx vertx) {
        ProvidedSecrets provided = new ProvidedSecrets(configured, secrets, vertx);
        secrets.configure(configured, provided.read(), data);
        return provided;
    }

    LatePerformer http() {
        return http;
    }
}

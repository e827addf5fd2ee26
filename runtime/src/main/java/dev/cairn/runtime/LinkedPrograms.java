package dev.cairn.runtime;

import java.util.List;
import java.util.Map;

import dev.cairn.driver.Programs;
import dev.cairn.program.Program;

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

    /** Takes the secrets of programs from the configuration. */
    void configure(Map<String, CairnConfig.Secret> configured) {
        secrets.configure(configured, data);
    }

    LatePerformer http() {
        return http;
    }
}

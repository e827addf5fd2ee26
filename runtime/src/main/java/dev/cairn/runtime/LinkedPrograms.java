package dev.cairn.runtime;

import dev.cairn.driver.Programs;

/**
 * The programs of the application, linked while it was initialised, and what stands in for the HTTP client until that exists.
 */
public final class LinkedPrograms {

    private final Programs programs;
    private final LatePerformer http;

    LinkedPrograms(Programs programs, LatePerformer http) {
        this.programs = programs;
        this.http = http;
    }

    Programs programs() {
        return programs;
    }

    LatePerformer http() {
        return http;
    }
}

package dev.cairn.quarkus.config;

import java.util.List;
import java.util.Optional;

import io.quarkus.runtime.annotations.ConfigGroup;

/** Requests whose target input can influence. */
@ConfigGroup
public interface OutboundConfig {

    /**
     * Targets that calls may reach if input can influence the host: hosts ({@code api.example.com}, {@code *.example.com} for all
     * names below it), origins ({@code https://api.example.com}), addresses and ranges of addresses ({@code 10.0.0.0/8}), each with
     * or without a port; {@code *} for all. Without a list such calls may reach public addresses. In dev mode and in tests they may
     * reach loopback addresses as well. Calls whose host the definition and the configuration decide need no admission.
     */
    Optional<List<String>> allow();
}

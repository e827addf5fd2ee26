package dev.cairn.deployment.document;

import java.time.Duration;
import java.util.List;
import java.util.Optional;

import io.quarkus.runtime.annotations.ConfigPhase;
import io.quarkus.runtime.annotations.ConfigRoot;
import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithDefault;

/**
 * Cairn: documents that definitions refer to by URL.
 */
@ConfigMapping(prefix = "quarkus.cairn.documents")
@ConfigRoot(phase = ConfigPhase.BUILD_TIME)
public interface DocumentConfig {

    /**
     * Use of the network by the build. {@code locked} uses the copies that are checked in, and nothing else; a document that has none
     * fails the build, except in dev mode, which adds it. {@code add} fetches the documents that have no copy. {@code verify} fetches all
     * and fails the build if one differs from its copy. {@code update} fetches all and replaces the copies.
     */
    @WithDefault("locked")
    DocumentMode mode();

    /**
     * Directory that gets the copies, and {@code documents.lock} with their hashes: {@code cairn} below the resources of the module that
     * is built. It has to be a directory {@code cairn} on the class path of the application.
     */
    Optional<String> directory();

    /** Longest time for one document, redirections included. */
    @WithDefault("30S")
    Duration timeout();

    /**
     * Targets to which redirections and references of documents may lead, as {@code quarkus.cairn.outbound.allow} writes them. Without
     * it, targets with a public address are allowed. The host of the document itself always is.
     */
    Optional<List<String>> allow();

    /** URL or resource of the catalog that {@code name:version@default} refers to. */
    Optional<String> defaultCatalog();
}

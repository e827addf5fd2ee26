package dev.cairn.deployment.document;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;

import dev.cairn.deployment.document.RemoteDocuments.LockFiles;
import dev.cairn.effect.outbound.OutboundRules;
import io.quarkus.bootstrap.model.ApplicationModel;
import io.quarkus.bootstrap.workspace.WorkspaceModule;
import io.quarkus.deployment.ApplicationArchive;
import io.quarkus.deployment.annotations.BuildStep;
import io.quarkus.deployment.builditem.ApplicationArchivesBuildItem;
import io.quarkus.deployment.builditem.LaunchModeBuildItem;
import io.quarkus.deployment.pkg.builditem.CurateOutcomeBuildItem;
import io.quarkus.runtime.LaunchMode;
import io.quarkus.runtime.configuration.ConfigurationException;

/** Opens the lock file of documents. */
class RemoteDocumentProcessor {

    private static final String DIRECTORY = "cairn";

    DocumentConfig config;

    @BuildStep
    RemoteDocumentsBuildItem open(ApplicationArchivesBuildItem archives, LaunchModeBuildItem launch,
            CurateOutcomeBuildItem dependencies) {
        LaunchMode mode = launch.getLaunchMode();
        // The application decides about documents that its libraries lock as well.
        List<ApplicationArchive> ordered = Stream.concat(Stream.of(archives.getRootArchive()),
                archives.getApplicationArchives().stream()).toList();
        LockFiles locks = new LockFiles(String.join("\n", texts(List.of(archives.getRootArchive()))),
                texts(archives.getApplicationArchives()));
        DocumentFetcher fetcher = new DocumentFetcher(rules(config.allow().orElse(List.of()), mode), config.timeout());
        boolean adds = mode == LaunchMode.DEVELOPMENT && config.mode() == DocumentMode.LOCKED;
        return new RemoteDocumentsBuildItem(new RemoteDocuments(adds ? DocumentMode.ADD : config.mode(), fetcher, locks,
                path -> contents(ordered, path), directory(dependencies.getApplicationModel()),
                config.defaultCatalog().orElse(null)));
    }

    /** Rules for the hosts that redirections and references may lead to. */
    static OutboundRules rules(List<String> allowed, LaunchMode mode) {
        try {
            return OutboundRules.of("quarkus.cairn.documents.allow", allowed, mode != LaunchMode.NORMAL);
        } catch (IllegalArgumentException unreadable) {
            throw new ConfigurationException(unreadable.getMessage());
        }
    }

    /** Null if the application has no sources here. */
    private Path directory(ApplicationModel application) {
        WorkspaceModule module = application.getApplicationModule();
        if (config.directory().isPresent()) {
            Path named = Path.of(config.directory().get());
            return module == null ? named : module.getModuleDir().toPath().resolve(named);
        }
        if (module == null || module.getMainSources() == null) {
            return null;
        }
        return module.getMainSources().getResourceDirs().stream().map(resources -> resources.getDir().resolve(DIRECTORY))
                .findFirst().orElse(null);
    }

    private static List<String> texts(Collection<ApplicationArchive> archives) {
        return contents(archives, RemoteDocuments.LOCK_FILE).stream()
                .map(content -> new String(content, StandardCharsets.UTF_8)).toList();
    }

    private static List<byte[]> contents(Collection<ApplicationArchive> archives, String path) {
        return archives.stream().map(archive -> content(archive, path)).filter(Objects::nonNull).toList();
    }

    private static byte[] content(ApplicationArchive archive, String path) {
        return archive.apply(tree -> tree.apply(path, visit -> {
            if (visit == null || !Files.isRegularFile(visit.getPath())) {
                return null;
            }
            try {
                return Files.readAllBytes(visit.getPath());
            } catch (IOException unreadable) {
                throw new UncheckedIOException("Cannot read " + path, unreadable);
            }
        }));
    }
}

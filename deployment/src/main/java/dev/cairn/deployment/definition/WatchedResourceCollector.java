package dev.cairn.deployment.definition;

import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

import dev.cairn.compiler.document.ParsedDocumentCache;
import dev.cairn.compiler.reader.ApplicationResources;
import dev.cairn.compiler.reader.UnavailableResourceException;
import dev.cairn.deployment.document.RemoteDocuments;
import io.quarkus.deployment.annotations.BuildProducer;
import io.quarkus.deployment.builditem.HotDeploymentWatchedFileBuildItem;

/** The resources that definitions refer to. Dev mode watches them. */
final class WatchedResourceCollector implements ApplicationResources {

    private final ApplicationResources resources;
    private final RemoteDocuments documents;
    private final Set<String> referred = new TreeSet<>();

    WatchedResourceCollector(ApplicationResources resources, RemoteDocuments documents) {
        this.resources = resources;
        this.documents = documents;
    }

    @Override
    public Optional<byte[]> find(String path) {
        referred.add(path);
        return resources.find(path);
    }

    @Override
    public byte[] fetch(String url, String referrer) throws UnavailableResourceException {
        referred.add(RemoteDocuments.LOCK_FILE);
        return documents.content(url, referrer);
    }

    @Override
    public ParsedDocumentCache documents() {
        return documents.parsed();
    }

    @Override
    public Optional<String> defaultCatalog() {
        return Optional.ofNullable(documents.defaultCatalog());
    }

    /** The resources that definitions refer to. */
    Set<String> referred() {
        return referred;
    }

    /** Watches also the ones that do not exist: dev mode sees them appear. */
    void watch(BuildProducer<HotDeploymentWatchedFileBuildItem> watched) {
        referred.forEach(path -> watched.produce(new HotDeploymentWatchedFileBuildItem(path)));
    }
}

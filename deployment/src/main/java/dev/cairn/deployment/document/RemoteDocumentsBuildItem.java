package dev.cairn.deployment.document;

import io.quarkus.builder.item.SimpleBuildItem;

/** The documents that definitions refer to by URL. */
public final class RemoteDocumentsBuildItem extends SimpleBuildItem {

    private final RemoteDocuments documents;

    RemoteDocumentsBuildItem(RemoteDocuments documents) {
        this.documents = documents;
    }

    /** The documents. */
    public RemoteDocuments documents() {
        return documents;
    }
}

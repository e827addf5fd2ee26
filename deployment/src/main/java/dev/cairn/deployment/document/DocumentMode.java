package dev.cairn.deployment.document;

/** Uses of the network for documents while an application is built. */
public enum DocumentMode {
    /** None: the copies are used. */
    LOCKED,
    /** Fetches the documents that have no copy. */
    ADD,
    /** Fetches all documents, and compares them with their copies. */
    VERIFY,
    /** Fetches all documents, and replaces their copies. */
    UPDATE
}

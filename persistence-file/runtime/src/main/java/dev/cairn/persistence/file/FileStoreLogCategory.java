package dev.cairn.persistence.file;

/** The log category of the store. */
final class FileStoreLogCategory {

    /** The classes of the store share it, so that a single category sets the level of all its messages. */
    static final String CATEGORY = "dev.cairn.persistence.file.FileStore";

    private FileStoreLogCategory() {}
}

package dev.cairn.persistence.jpa;

/** The log category of the JPA store. */
final class JpaStoreLogCategory {

    /** The classes of the store share it, so that a single category sets the level of all its messages. */
    static final String CATEGORY = "dev.cairn.persistence.jpa.JpaStore";

    private JpaStoreLogCategory() {}
}

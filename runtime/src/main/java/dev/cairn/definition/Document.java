package dev.cairn.definition;

/**
 * The identity of a definition.
 *
 * @param dsl version of the DSL it is written in
 * @param namespace DNS label
 * @param name DNS label
 * @param version semantic version
 * @param title for people, or null
 * @param summary for people, or null
 */
public record Document(String dsl, String namespace, String name, String version, String title, String summary) {

    /** {@code namespace:name}: what tells definitions apart, all versions together. */
    public String qualifiedName() {
        return namespace + ":" + name;
    }

    /** {@code namespace:name:version}. */
    @Override
    public String toString() {
        return qualifiedName() + ":" + version;
    }
}

package dev.cairn.quarkus.link;

/**
 * Stand-ins for the performers that are created with the engine.
 *
 * @param http of HTTP calls
 * @param commands of commands and scripts
 * @param integrations of the calls that integrations make
 */
record DeferredPerformers(DeferredPerformer http, DeferredPerformer commands, DeferredPerformer integrations) {

    /** Stand-ins without performers yet. */
    static DeferredPerformers create() {
        return new DeferredPerformers(new DeferredPerformer(), new DeferredPerformer(), new DeferredPerformer());
    }
}

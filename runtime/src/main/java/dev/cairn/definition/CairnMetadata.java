package dev.cairn.definition;

/**
 * The settings in {@code document.metadata.cairn}.
 *
 * @param http the HTTP trigger, or null for none
 * @param instances settings for instances; never null
 */
public record CairnMetadata(HttpTriggerSpec http, InstanceSpec instances) {

    /** No settings. */
    public static final CairnMetadata NONE = new CairnMetadata(null, InstanceSpec.NONE);
}

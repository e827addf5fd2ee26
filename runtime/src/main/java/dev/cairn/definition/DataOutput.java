package dev.cairn.definition;

/**
 * {@code output} or {@code export} of a workflow or task: one shape, two uses.
 *
 * @param schema JSON Schema that the transformed value must fulfil, or null
 * @param as transforms the raw value, or null
 */
public record DataOutput(Schema schema, ValueTemplate as) {

    public static final DataOutput NONE = new DataOutput(null, null);
}

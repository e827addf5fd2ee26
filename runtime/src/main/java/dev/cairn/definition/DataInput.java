package dev.cairn.definition;

/**
 * {@code input} of a workflow or task.
 *
 * @param schema JSON Schema that the raw input must fulfil, or null
 * @param from transforms the raw input, or null
 */
public record DataInput(Schema schema, ValueTemplate from) {

    public static final DataInput NONE = new DataInput(null, null);
}

package dev.cairn.value;

import java.util.List;

import com.fasterxml.jackson.databind.JsonNode;

import dev.cairn.value.CompiledSchema.Violation;

/**
 * A JSON Schema of a program. It was checked when the application was built; it is compiled when it is first used, or before
 * that by {@link #prepare()}, so that the application starts without waiting for it. Thread-safe: two threads that make it at
 * once make equal results.
 */
public final class LazySchema {

    private final JsonPayload document;
    private volatile CompiledSchema compiled;

    /** The document is a usable schema. */
    public LazySchema(JsonPayload document) {
        this.document = document;
    }

    /** Compiles the schema unless that was done. Takes milliseconds, the first of an application a tenth of a second. */
    public void prepare() {
        compiled();
    }

    /** True once it is compiled. */
    public boolean isPrepared() {
        return compiled != null;
    }

    /** Checks a value, as {@link CompiledSchema#validate}. */
    public List<Violation> validate(JsonNode value) {
        return compiled().validate(value);
    }

    private CompiledSchema compiled() {
        CompiledSchema known = compiled;
        if (known == null) {
            known = CompiledSchema.of(document.tree());
            compiled = known;
        }
        return known;
    }
}

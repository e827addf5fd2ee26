package dev.cairn.deployment;

import java.io.ByteArrayInputStream;

import org.eclipse.microprofile.openapi.models.OpenAPI;

import com.fasterxml.jackson.databind.node.ObjectNode;

import dev.cairn.value.JsonCodec;
import io.smallrye.openapi.api.SmallRyeOpenAPI;

/**
 * Reads an OpenAPI document written as JSON into the model of SmallRye OpenAPI. Only for applications that have
 * SmallRye OpenAPI.
 */
public final class OpenApiModelConverter {

    private OpenApiModelConverter() {}

    /** The model of a document that is written as JSON, which so may have any JSON Schema as it is. */
    public static OpenAPI of(ObjectNode document) {
        byte[] text = JsonCodec.write(document);
        return SmallRyeOpenAPI.builder()
                .enableModelReader(false)
                .enableStandardStaticFiles(false)
                .enableStandardFilter(false)
                .enableAnnotationScan(false)
                .withCustomStaticFile(() -> new ByteArrayInputStream(text))
                .build()
                .model();
    }
}

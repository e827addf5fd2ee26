package dev.cairn.effect.authentication;

import com.fasterxml.jackson.databind.JsonNode;

import io.smallrye.mutiny.Uni;

/** Keeps a text out of the outcomes of calls. */
@FunctionalInterface
public interface CredentialConcealer {

    /** The outcome with asterisks in place of the text. */
    Uni<JsonNode> concealing(String text, Uni<JsonNode> outcome);
}

package dev.cairn.integrations.a2a.protocol;

import com.fasterxml.jackson.databind.JsonNode;

/** Finds the endpoint of an agent in its card. */
public final class AgentCard {

    private static final String TRANSPORT = "JSONRPC";

    private AgentCard() {}

    /**
     * The URL at which the agent takes JSON-RPC.
     *
     * @param task reference of the task that calls
     * @throws dev.cairn.api.WorkflowException if the card names none
     */
    public static String endpoint(String task, JsonNode card) {
        if (card.path("preferredTransport").asText(TRANSPORT).equals(TRANSPORT) && card.path("url").isTextual()) {
            return card.path("url").textValue();
        }
        for (JsonNode offer : card.path("additionalInterfaces")) {
            if (offer.path("transport").asText().equals(TRANSPORT) && offer.path("url").isTextual()) {
                return offer.path("url").textValue();
            }
        }
        String preferred = card.path("preferredTransport").asText();
        throw A2aCallErrors.unusableCard(task, "The card names no endpoint with the transport " + TRANSPORT
                + (preferred.isEmpty() ? "" : ", and prefers " + preferred));
    }
}

package dev.cairn.integrations.mcp.session;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

import com.fasterxml.jackson.databind.node.ObjectNode;

import dev.cairn.integrations.mcp.protocol.ClientIdentity;

/**
 * A server that is called by HTTP.
 *
 * @param uri its endpoint
 * @param dynamicTarget true if input can influence the host
 * @param headers headers of each request, credentials included
 */
public record ServerAddress(String uri, boolean dynamicTarget, ObjectNode headers) {

    /**
     * Identifies the sessions with a server: calls with other headers, and so of another user, never share a session. A digest, since
     * the headers have credentials.
     */
    String sessionKey(ClientIdentity client) {
        try {
            byte[] digest = MessageDigest.getInstance("SHA-256").digest(
                    (dynamicTarget + "\n" + uri + "\n" + client + "\n" + headers).getBytes(StandardCharsets.UTF_8));
            return HexFormat.of().formatHex(digest);
        } catch (NoSuchAlgorithmException impossible) {
            throw new IllegalStateException(impossible);
        }
    }

    /** The endpoint alone: headers have credentials. */
    @Override
    public String toString() {
        return uri;
    }
}

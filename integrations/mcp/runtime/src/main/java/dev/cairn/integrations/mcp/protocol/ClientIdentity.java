package dev.cairn.integrations.mcp.protocol;

/**
 * The client that a server is told.
 *
 * @param name its name
 * @param version its version
 * @param protocolVersion version of the protocol that it asks for
 */
public record ClientIdentity(String name, String version, String protocolVersion) {}

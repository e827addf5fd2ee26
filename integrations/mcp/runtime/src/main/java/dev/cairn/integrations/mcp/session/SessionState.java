package dev.cairn.integrations.mcp.session;

/**
 * A session that has begun.
 *
 * @param id the id that the server has given it, or null if the server knows no sessions
 * @param version version of the protocol that the server has chosen
 */
record SessionState(String id, String version) {}

package dev.cairn.integrations.a2a.agent;

import java.net.URI;
import java.net.URISyntaxException;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import dev.cairn.integrations.a2a.protocol.A2aCallErrors;
import dev.cairn.spi.outbound.OutboundCredential;
import dev.cairn.spi.outbound.OutboundTarget;

/**
 * The endpoint of an agent or of its card.
 *
 * @param uri absolute, http or https
 * @param dynamicTarget true if input or a card can influence scheme, host or port
 * @param credential credentials of the requests, or null for none
 */
public record AgentAddress(String uri, boolean dynamicTarget, OutboundCredential credential) {

    /** A host with an underscore, as container networks have them, is none to {@link URI}: so the authority is read here. */
    private static final Pattern AUTHORITY = Pattern.compile("(\\[[0-9A-Fa-f:.%]+]|[^:\\[\\]@]+)(?::(\\d{1,5}))?");
    private static final String HTTPS = "https";
    private static final int HTTPS_PORT = 443;
    private static final int HTTP_PORT = 80;

    /**
     * The endpoint that a card names. The server of the card has chosen it: outside of the origin of the card it is checked as a
     * target that input has chosen, and gets no credentials.
     *
     * @param task reference of the task that calls
     * @throws dev.cairn.api.WorkflowException if it is no URL, or would need the credentials
     */
    public AgentAddress named(String task, String url) {
        OutboundTarget target = target(task, url);
        if (target.isSameOrigin(target(task, uri))) {
            return new AgentAddress(url, dynamicTarget, credential);
        }
        if (credential != null) {
            throw A2aCallErrors.unusableCard(task, "The card names an endpoint at " + target.scheme() + "://" + target.host()
                    + ":" + target.port() + ", another origin than its own, which does not get the credentials of the card."
                    + " Give the endpoint and its credentials as \"server\"");
        }
        return new AgentAddress(url, true, null);
    }

    private static OutboundTarget target(String task, String url) {
        try {
            URI parsed = new URI(url);
            String scheme = parsed.getScheme() == null ? "" : parsed.getScheme().toLowerCase(Locale.ROOT);
            Matcher authority = AUTHORITY.matcher(parsed.getRawAuthority() == null ? "" : parsed.getRawAuthority());
            if (authority.matches() && (scheme.equals("http") || scheme.equals(HTTPS))) {
                int usual = scheme.equals(HTTPS) ? HTTPS_PORT : HTTP_PORT;
                return new OutboundTarget(scheme, authority.group(1),
                        authority.group(2) == null ? usual : Integer.parseInt(authority.group(2)));
            }
        } catch (URISyntaxException | IllegalArgumentException malformed) {
            // Reported below.
        }
        throw A2aCallErrors.unusableCard(task, "The endpoint that the card names is no absolute URI of http or https");
    }

    /** The endpoint alone. */
    @Override
    public String toString() {
        return uri;
    }
}

package dev.cairn.spi.outbound;

import java.util.Map;

import io.smallrye.mutiny.Multi;

/**
 * The answer to an HTTP request, whose content is still to come.
 *
 * @param status status code
 * @param headers the headers, by their names in lower case; the last value of each
 * @param content parts of the body as they come, decompressed, on one thread at a time. To be subscribed to once, even if it is not
 *        wanted: cancelling it ends the request
 */
public record OutboundHttpAnswer(int status, Map<String, String> headers, Multi<byte[]> content) {

    public OutboundHttpAnswer {
        headers = Map.copyOf(headers);
    }
}

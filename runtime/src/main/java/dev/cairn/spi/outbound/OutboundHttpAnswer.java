package dev.cairn.spi.outbound;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;

import io.smallrye.mutiny.Multi;
import io.smallrye.mutiny.Uni;

/**
 * The answer to an HTTP request, whose content is still to come.
 *
 * @param status status code
 * @param headers the headers, by their names in lower case; the last value of each
 * @param content parts of the body as they come, decompressed, on one thread at a time. To be subscribed to once, even if it is not
 *        wanted: cancelling it ends the request
 */
public record OutboundHttpAnswer(int status, Map<String, String> headers, Multi<byte[]> content) {

    /** More than the longest token that servers take, and than the text that an error has of it. */
    private static final int MAX_EXCERPT_BYTES = 16 * 1024;

    public OutboundHttpAnswer {
        headers = Map.copyOf(headers);
    }

    /** True if the server has accepted the request. */
    public boolean isSuccess() {
        return status >= 200 && status <= 299;
    }

    /** True if the content is a stream of server-sent events. */
    public boolean isEventStream() {
        return headers.getOrDefault("content-type", "").toLowerCase(Locale.ROOT).startsWith("text/event-stream");
    }

    /** The beginning of the content as text, for an error. A word that may be cut is left out: a part of a secret is not found. */
    public Uni<String> excerpt() {
        AtomicLong size = new AtomicLong();
        return collected(content.select().first(bytes -> size.getAndAdd(bytes.length) < MAX_EXCERPT_BYTES)).map(bytes -> {
            String text = new String(bytes, StandardCharsets.UTF_8);
            return size.get() == bytes.length ? text : withoutLastWord(text);
        });
    }

    private static String withoutLastWord(String text) {
        int end = text.length();
        while (end > 0 && !Character.isWhitespace(text.charAt(end - 1))) {
            end--;
        }
        return end == 0 ? text : text.substring(0, end);
    }

    /**
     * The content, up to a size. Parts that wait for a slow reader count as well.
     *
     * @param tooLong makes the failure if there is more
     */
    public Multi<byte[]> bounded(int maxBytes, Supplier<? extends RuntimeException> tooLong) {
        AtomicLong size = new AtomicLong();
        return content.invoke(bytes -> {
            if (size.addAndGet(bytes.length) > maxBytes) {
                throw tooLong.get();
            }
        }).onOverflow().bufferUnconditionally();
    }

    /** The whole content, if it is not longer than a size. */
    public Uni<byte[]> body(int maxBytes, Supplier<? extends RuntimeException> tooLong) {
        return collected(bounded(maxBytes, tooLong));
    }

    private static Uni<byte[]> collected(Multi<byte[]> parts) {
        return parts.collect().in(ByteArrayOutputStream::new, (body, bytes) -> body.writeBytes(bytes))
                .map(ByteArrayOutputStream::toByteArray);
    }
}

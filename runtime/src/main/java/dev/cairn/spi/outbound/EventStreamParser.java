package dev.cairn.spi.outbound;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * Takes the data of server-sent events out of the content of an HTTP answer. Events with empty data are no messages: servers send them
 * to give an id, from which a client could read again. Used by one thread at a time.
 */
public final class EventStreamParser {

    private static final String MESSAGE = "message";

    private final ByteArrayOutputStream line = new ByteArrayOutputStream();
    private final StringBuilder data = new StringBuilder();
    private String event = MESSAGE;
    private boolean hasData;
    private boolean afterReturn;

    /** The data of the messages that these bytes complete. */
    public List<String> feed(byte[] bytes) {
        List<String> complete = new ArrayList<>();
        for (byte next : bytes) {
            boolean isReturn = next == '\r';
            if (next == '\n' && afterReturn) {
                afterReturn = false;
            } else if (next == '\n' || isReturn) {
                endLine(complete);
                afterReturn = isReturn;
            } else {
                line.write(next);
                afterReturn = false;
            }
        }
        return complete;
    }

    private void endLine(List<String> complete) {
        String text = line.toString(StandardCharsets.UTF_8);
        line.reset();
        if (!text.isEmpty()) {
            field(text);
            return;
        }
        if (!data.isEmpty() && event.equals(MESSAGE)) {
            complete.add(data.toString());
        }
        data.setLength(0);
        hasData = false;
        event = MESSAGE;
    }

    /** A line without a colon is a field without value, and a line that begins with a colon is a comment. */
    private void field(String text) {
        int colon = text.indexOf(':');
        String name = colon < 0 ? text : text.substring(0, colon);
        String value = colon < 0 ? "" : text.substring(colon + (text.startsWith(" ", colon + 1) ? 2 : 1));
        if (name.equals("data")) {
            data.append(hasData ? "\n" : "").append(value);
            hasData = true;
        } else if (name.equals("event")) {
            event = value;
        }
    }
}

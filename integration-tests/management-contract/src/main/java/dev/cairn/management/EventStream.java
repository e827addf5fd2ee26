package dev.cairn.management;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Queue;
import java.util.function.Predicate;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;

/** A client of server-sent events, by a plain socket: so a test decides when it reads. */
final class EventStream implements AutoCloseable {

    private static final ObjectMapper MAPPER = new ObjectMapper();
    private static final Duration PATIENCE = Duration.ofSeconds(30);

    private final Socket socket = new Socket();
    private final InputStream in;
    private final Queue<String> lines = new ArrayDeque<>();
    private final Map<String, String> headers = new HashMap<>();
    private final int status;
    private String lastId;

    /**
     * An event.
     *
     * @param name its type
     * @param id the last id that came with it or before it
     */
    record Event(String name, String id, JsonNode data) {

        String text(String field) {
            return data.path(field).asText();
        }

        /** The change as {@code INSTANCE change}, or {@code INSTANCE TASK change}. */
        String change() {
            return text("instance") + (data.has("task") ? " " + text("task") : "") + " " + text("change");
        }
    }

    private EventStream(URI uri, int receiveBytes, Map<String, String> requestHeaders) throws IOException {
        if (receiveBytes > 0) {
            socket.setReceiveBufferSize(receiveBytes);
        }
        socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), uri.getPort()));
        socket.setSoTimeout((int) PATIENCE.toMillis());
        StringBuilder request = new StringBuilder("GET " + uri.getRawPath()
                + (uri.getRawQuery() == null ? "" : "?" + uri.getRawQuery()) + " HTTP/1.1\r\nHost: localhost\r\n");
        requestHeaders.forEach((name, value) -> request.append(name).append(": ").append(value).append("\r\n"));
        OutputStream out = socket.getOutputStream();
        out.write(request.append("\r\n").toString().getBytes(StandardCharsets.US_ASCII));
        out.flush();
        in = new BufferedInputStream(socket.getInputStream(), 1 << 10);
        status = Integer.parseInt(rawLine().split(" ")[1]);
        for (String line = rawLine(); !line.isEmpty(); line = rawLine()) {
            headers.put(line.substring(0, line.indexOf(':')).toLowerCase(Locale.ROOT),
                    line.substring(line.indexOf(':') + 1).strip());
        }
    }

    static EventStream open(URI uri, String... headers) {
        return open(uri, 0, headers);
    }

    /** @param receiveBytes approximate size of the client's receive buffer; 0 for the default */
    static EventStream open(URI uri, int receiveBytes, String... headers) {
        Map<String, String> named = new HashMap<>();
        for (int i = 0; i < headers.length; i += 2) {
            named.put(headers[i], headers[i + 1]);
        }
        try {
            return new EventStream(uri, receiveBytes, named);
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    int status() {
        return status;
    }

    String header(String name) {
        return headers.get(name);
    }

    /** The id that a client would come back with. */
    String lastId() {
        return lastId;
    }

    /** The next event; null at the end. Fails if none comes for long. */
    Event next() {
        String name = "message";
        StringBuilder data = new StringBuilder();
        try {
            for (String line = line(); line != null; line = line()) {
                if (line.isEmpty()) {
                    if (data.length() > 0) {
                        return new Event(name, lastId, MAPPER.readTree(data.toString()));
                    }
                    name = "message";
                } else if (line.startsWith("id: ")) {
                    lastId = line.substring(4);
                } else if (line.startsWith("event: ")) {
                    name = line.substring(7);
                } else if (line.startsWith("data: ")) {
                    data.append(line.substring(6));
                }
            }
            return null;
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    /** A line of the body, whose chunks end with lines; null at the end. */
    private String line() throws IOException {
        while (lines.isEmpty()) {
            String size = rawLine();
            int bytes = size == null ? 0 : Integer.parseInt(size, 16);
            if (bytes == 0) {
                return null;
            }
            String chunk = new String(in.readNBytes(bytes), StandardCharsets.UTF_8);
            rawLine();
            lines.addAll(List.of(chunk.substring(0, chunk.length() - 1).split("\n", -1)));
        }
        return lines.remove();
    }

    /** Without the line break; null at the end. */
    private String rawLine() throws IOException {
        StringBuilder line = new StringBuilder();
        for (int c = in.read(); c != '\n'; c = in.read()) {
            if (c < 0) {
                return null;
            }
            line.append((char) c);
        }
        return line.toString().strip();
    }

    /** Reads events until one is as wanted; all of them, that one included. */
    List<Event> until(Predicate<Event> wanted) {
        List<Event> events = new ArrayList<>();
        for (Event event = next(); event != null; event = next()) {
            events.add(event);
            if (wanted.test(event)) {
                return events;
            }
        }
        throw new IllegalStateException("The stream has ended: " + events);
    }

    /** Reads until the stream ends. */
    List<Event> rest() {
        List<Event> events = new ArrayList<>();
        for (Event event = next(); event != null; event = next()) {
            events.add(event);
        }
        return events;
    }

    /** Waits until the server ends the connection; fails if it keeps it open for long. */
    void awaitEnd() {
        try {
            while (in.read() >= 0) {
                // The line behind the last chunk.
            }
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    @Override
    public void close() {
        try {
            socket.close();
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }
}

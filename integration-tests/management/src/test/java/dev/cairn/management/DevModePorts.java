package dev.cairn.management;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.BindException;
import java.net.ServerSocket;
import java.util.concurrent.ThreadLocalRandom;

/** Ports for applications in dev mode, which take no port 0. */
final class DevModePorts {

    /** Below the ports that operating systems give to clients, so that no client takes one before dev mode does. */
    private static final int MIN_PORT = 20_000;
    private static final int MAX_PORT = 30_000;

    private DevModePorts() {}

    /** A port on which nothing listens. */
    static int free() {
        while (true) {
            try (ServerSocket socket = new ServerSocket(ThreadLocalRandom.current().nextInt(MIN_PORT, MAX_PORT))) {
                return socket.getLocalPort();
            } catch (BindException e) {
                // Another process listens on it.
                continue;
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }
}

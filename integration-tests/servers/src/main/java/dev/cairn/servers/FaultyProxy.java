package dev.cairn.servers;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Predicate;

/**
 * Stands between a client and a server, and does what networks do: cuts connections, keeps silent, and loses a reply after the server
 * has executed the request. Any protocol over TCP; a request is all that a client sends in one go. Thread-safe.
 */
public final class FaultyProxy implements AutoCloseable {

    private static final int BUFFER_BYTES = 1 << 16;

    private final ServerSocket listening;
    private final Set<Link> links = ConcurrentHashMap.newKeySet();
    private final Gate gate = new Gate();
    /** The loss that is still pending. */
    private Loss loss;
    /** The last that was asked for. */
    private Loss order;
    private boolean refusing;
    private volatile int serverPort;

    private FaultyProxy(int serverPort, ServerSocket listening) {
        this.serverPort = serverPort;
        this.listening = listening;
    }

    /** A proxy on a free port of loopback, to a server on another port of it. It passes everything on until told otherwise. */
    public static FaultyProxy to(int serverPort) {
        try {
            FaultyProxy proxy = new FaultyProxy(serverPort, new ServerSocket(0, 64, InetAddress.getLoopbackAddress()));
            daemon("proxy-accept", proxy::accept);
            return proxy;
        } catch (IOException e) {
            throw new UncheckedIOException("Cannot open a proxy to port " + serverPort, e);
        }
    }

    /** The port for clients. */
    public int port() {
        return listening.getLocalPort();
    }

    /** Cuts all connections there are; later ones are served. */
    public void cut() {
        links.forEach(Link::cut);
    }

    /** Cuts all connections, and each new one at once, until {@link #serve()}. */
    public void refuse() {
        synchronized (this) {
            refusing = true;
        }
        cut();
    }

    /** Serves new connections again, and passes on what was held back. */
    public void serve() {
        synchronized (this) {
            refusing = false;
        }
        gate.open();
    }

    /** Holds back all that servers answer, until {@link #serve()}: requests still reach them, and connections stay open. */
    public void silence() {
        gate.shut();
    }

    /** Leads later connections to another server; those there are stay where they are. */
    public void lead(int otherServerPort) {
        serverPort = otherServerPort;
    }

    /** Passes on nothing more that servers answer on the connections there are, and keeps them open; later ones are served. */
    public void strand() {
        links.forEach(link -> link.stranded = true);
    }

    /**
     * Passes on requests that match, up to the n-th; waits until the server has begun to answer that one, throws its answer
     * away, and cuts the connection. A request that is sent before the one ahead of it was answered does not count, since the
     * answers could not be told apart; nor does one whose connection ends before it is answered. Takes the place of an earlier
     * order.
     *
     * @param request tells whether a request counts, from its bytes as Latin-1
     * @param nth which of those that count, from 1
     * @return completes when the reply has been lost
     */
    public synchronized CompletableFuture<Void> loseReply(Predicate<String> request, int nth) {
        loss = new Loss(request, nth);
        order = loss;
        return loss.done;
    }

    @Override
    public void close() {
        try {
            listening.close();
        } catch (IOException e) {
            throw new UncheckedIOException("Cannot close the proxy", e);
        } finally {
            serve();
            cut();
        }
    }

    private void accept() {
        while (!listening.isClosed()) {
            try {
                Socket client = listening.accept();
                if (refuses()) {
                    client.close();
                } else {
                    connect(client);
                }
            } catch (IOException closed) {
                // The proxy was closed, or this client or the server is gone: the client sees its connection end.
                continue;
            }
        }
    }

    private void connect(Socket client) throws IOException {
        try {
            Link link = new Link(client, new Socket(InetAddress.getLoopbackAddress(), serverPort));
            links.add(link);
            if (refuses() || listening.isClosed()) {
                // The cut of all links may have passed before this link existed.
                link.cut();
                return;
            }
            daemon("proxy-requests", link::passRequests);
            daemon("proxy-replies", link::passReplies);
        } catch (IOException serverIsDown) {
            client.close();
        }
    }

    private synchronized boolean refuses() {
        return refusing;
    }

    /** True if the reply to this request is to be lost. */
    private synchronized Loss lossOf(byte[] bytes, int length) {
        if (loss == null || !loss.request.test(new String(bytes, 0, length, StandardCharsets.ISO_8859_1))) {
            return null;
        }
        loss.missing--;
        Loss due = loss.missing == 0 ? loss : null;
        loss = due == null ? loss : null;
        return due;
    }

    /** This request had no reply. */
    private synchronized void unanswered(Loss due) {
        if (due == order) {
            due.missing = 1;
            loss = due;
        }
    }

    private static void daemon(String name, Runnable action) {
        Thread thread = new Thread(action, name);
        thread.setDaemon(true);
        thread.start();
    }

    /** An order to lose a reply. */
    private static final class Loss {
        private final Predicate<String> request;
        private final CompletableFuture<Void> done = new CompletableFuture<>();
        private int missing;

        Loss(Predicate<String> request, int nth) {
            this.request = request;
            this.missing = nth;
        }
    }

    /** Open, or shut for the time being. */
    private static final class Gate {
        private boolean open = true;

        synchronized void shut() {
            open = false;
        }

        synchronized void open() {
            open = true;
            notifyAll();
        }

        synchronized void pass() throws InterruptedException {
            while (!open) {
                wait();
            }
        }
    }

    /** A client and its connection to the server. */
    private final class Link {
        private final Socket client;
        private final Socket server;
        /** The reply to what was asked last is to be lost. */
        private final AtomicReference<Loss> losing = new AtomicReference<>();
        private volatile boolean stranded;
        /** False from a request to the beginning of its answer. */
        private volatile boolean idle = true;

        Link(Socket client, Socket server) throws IOException {
            this.client = client;
            this.server = server;
            client.setTcpNoDelay(true);
            server.setTcpNoDelay(true);
        }

        void passRequests() {
            byte[] buffer = new byte[BUFFER_BYTES];
            try {
                for (int length = client.getInputStream().read(buffer); length >= 0; length = client.getInputStream()
                        .read(buffer)) {
                    if (idle) {
                        losing.set(lossOf(buffer, length));
                    }
                    idle = false;
                    server.getOutputStream().write(buffer, 0, length);
                }
            } catch (IOException gone) {
                // One of the two is gone: so is the other, below.
                cut();
                return;
            }
            cut();
        }

        void passReplies() {
            byte[] buffer = new byte[BUFFER_BYTES];
            try {
                for (int length = server.getInputStream().read(buffer); length >= 0; length = server.getInputStream()
                        .read(buffer)) {
                    gate.pass();
                    if (stranded) {
                        continue;
                    }
                    Loss due = losing.getAndSet(null);
                    if (due != null) {
                        cut();
                        due.done.complete(null);
                        return;
                    }
                    // Before the client has it: the next request may follow at once.
                    idle = true;
                    client.getOutputStream().write(buffer, 0, length);
                }
                cut();
            } catch (IOException gone) {
                cut();
            } catch (InterruptedException interrupted) {
                Thread.currentThread().interrupt();
                cut();
            }
        }

        void cut() {
            links.remove(this);
            Loss due = losing.getAndSet(null);
            if (due != null) {
                unanswered(due);
            }
            for (Socket socket : new Socket[] { client, server }) {
                try {
                    socket.close();
                } catch (IOException e) {
                    throw new UncheckedIOException("Cannot close a connection", e);
                }
            }
        }
    }
}

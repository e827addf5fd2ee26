package dev.cairn.authentication;

import java.io.FileInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;

import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.TrustManagerFactory;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsExchange;
import com.sun.net.httpserver.HttpsParameters;
import com.sun.net.httpserver.HttpsServer;

/** A server that wants the certificate of its client, and a proxy. Both are shared by the class loaders of a test. */
final class ConnectionStub {

    static final String PASSWORD = "changeit";
    private static final String PREFIX = "dev.cairn.authentication.connection.";

    private ConnectionStub() {}

    /** Starts both, unless they are there. */
    static synchronized void start() {
        if (System.getProperty(PREFIX + "tls") != null) {
            return;
        }
        try {
            Path store = Files.createTempDirectory("connection").resolve("localhost.p12");
            int made = new ProcessBuilder(Path.of(System.getProperty("java.home"), "bin", "keytool").toString(), "-genkeypair",
                    "-keystore", store.toString(), "-storetype", "PKCS12", "-storepass", PASSWORD, "-alias", "localhost",
                    "-keyalg",
                    "EC", "-dname", "CN=localhost", "-ext", "san=dns:localhost").inheritIO().start().waitFor();
            if (made != 0) {
                throw new IllegalStateException("keytool: " + made);
            }
            System.setProperty(PREFIX + "store", store.toString());
            System.setProperty(PREFIX + "tls", Integer.toString(tls(store)));
            HttpServer proxy = HttpServer.create(loopback(), 0);
            proxy.createContext("/", exchange -> answer(exchange, "proxied " + exchange.getRequestURI()));
            proxy.start();
            System.setProperty(PREFIX + "proxy", Integer.toString(proxy.getAddress().getPort()));
        } catch (IOException | GeneralSecurityException | InterruptedException failed) {
            throw new IllegalStateException(failed);
        }
    }

    static String store() {
        return System.getProperty(PREFIX + "store");
    }

    static int tlsPort() {
        return Integer.getInteger(PREFIX + "tls");
    }

    static int proxyPort() {
        return Integer.getInteger(PREFIX + "proxy");
    }

    private static InetSocketAddress loopback() {
        return new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
    }

    private static int tls(Path file) throws IOException, GeneralSecurityException {
        KeyStore store = KeyStore.getInstance("PKCS12");
        try (InputStream in = new FileInputStream(file.toFile())) {
            store.load(in, PASSWORD.toCharArray());
        }
        KeyManagerFactory keys = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
        keys.init(store, PASSWORD.toCharArray());
        TrustManagerFactory trust = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        trust.init(store);
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(keys.getKeyManagers(), trust.getTrustManagers(), null);
        HttpsServer server = HttpsServer.create(loopback(), 0);
        server.setHttpsConfigurator(new HttpsConfigurator(context) {
            @Override
            public void configure(HttpsParameters parameters) {
                SSLParameters wanted = context.getDefaultSSLParameters();
                wanted.setNeedClientAuth(true);
                parameters.setSSLParameters(wanted);
            }
        });
        server.createContext("/",
                exchange -> answer(exchange, ((HttpsExchange) exchange).getSSLSession().getPeerPrincipal().getName()));
        server.start();
        return server.getAddress().getPort();
    }

    private static void answer(HttpExchange exchange, String text) throws IOException {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        exchange.getResponseHeaders().set("Content-Type", "text/plain");
        exchange.sendResponseHeaders(200, bytes.length);
        exchange.getResponseBody().write(bytes);
        exchange.close();
    }
}

package dev.cairn.effect.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;

import io.vertx.core.net.PfxOptions;

/** A certificate for {@code localhost}, which only its test trusts. */
final class TlsTestCertificate {

    private static final String PASSWORD = "changeit";

    private TlsTestCertificate() {}

    /** Makes one in a directory. */
    static PfxOptions in(Path directory) throws IOException, InterruptedException {
        Path file = directory.resolve("localhost.p12");
        int status = new ProcessBuilder(Path.of(System.getProperty("java.home"), "bin", "keytool").toString(), "-genkeypair",
                "-keystore", file.toString(), "-storetype", "PKCS12", "-storepass", PASSWORD, "-alias", "localhost",
                "-keyalg", "EC", "-dname", "CN=localhost", "-ext", "san=dns:localhost").inheritIO().start().waitFor();
        assertThat(status).isZero();
        return new PfxOptions().setPath(file.toString()).setPassword(PASSWORD);
    }
}

package dev.cairn.effect.command;

import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.Properties;

/** The encoding in which a JVM passes arguments and environment to the processes that it starts. */
final class ProcessArgumentCharset {

    /** The first Java version that uses the encoding of its locale, independent of {@code file.encoding}. */
    private static final int LOCALE_COUNTS = 18;

    private ProcessArgumentCharset() {}

    /** The encoding of this JVM. Replaces characters that it does not have by question marks. */
    static Charset ofThisJvm() {
        return of(System.getProperties(), Runtime.version().feature(), Charset.defaultCharset());
    }

    /** The encoding of a JVM with these properties. */
    static Charset of(Properties properties, int javaVersion, Charset usual) {
        if (properties.getProperty("os.name", "").startsWith("Windows")) {
            // Its commands take UTF-16.
            return StandardCharsets.UTF_8;
        }
        if (javaVersion < LOCALE_COUNTS) {
            return usual;
        }
        return named(properties.getProperty("sun.jnu.encoding"), named(properties.getProperty("native.encoding"), usual));
    }

    private static Charset named(String name, Charset otherwise) {
        try {
            return Charset.forName(name);
        } catch (IllegalArgumentException unknown) {
            return otherwise;
        }
    }
}

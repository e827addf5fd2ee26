package dev.cairn.deployment;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;

import org.jboss.jandex.DotName;
import org.jboss.jandex.MethodInfo;

import dev.cairn.definition.SourceLocation;

/** Locates the sources of classes, as far as their names tell. */
public final class ClassSourceLocator {

    private ClassSourceLocator() {}

    /** Path of the source file below the source directory: {@code com/acme/Orders.java}, also for a class inside {@code Orders}. */
    public static String of(DotName className) {
        String name = className.toString();
        int nested = name.indexOf('$', name.lastIndexOf('.') + 2);
        return (nested < 0 ? name : name.substring(0, nested)).replace('.', '/') + ".java";
    }

    /**
     * A location in the source of a class, for faults of the whole class. Its line is that of the first constructor; for an
     * implicit one, that is the line of the class. 0 if the class file has no lines.
     */
    public static SourceLocation at(DotName className) {
        return new SourceLocation(of(className), line(className, "<init>", ""), 0, "");
    }

    /** A method in the source of its class. */
    public static SourceLocation at(MethodInfo method) {
        DotName className = method.declaringClass().name();
        return new SourceLocation(of(className), line(className, method.name(), method.descriptor()), 0, "");
    }

    /**
     * The line of the first code of a method, just below its name.
     *
     * @param descriptor start of the descriptor
     * @return 0 if the class file has no lines
     */
    public static int line(DotName className, String method, String descriptor) {
        String file = className.toString().replace('.', '/') + ".class";
        try (InputStream in = Thread.currentThread().getContextClassLoader().getResourceAsStream(file)) {
            return in == null ? 0 : MethodLineFinder.of(in.readAllBytes(), method, descriptor);
        } catch (IOException e) {
            throw new UncheckedIOException("Cannot read " + file, e);
        }
    }
}

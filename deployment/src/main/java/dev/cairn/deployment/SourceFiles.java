package dev.cairn.deployment;

import org.jboss.jandex.DotName;

import dev.cairn.definition.Location;

/**
 * Where a class was written, as far as its name tells.
 */
public final class SourceFiles {

    private SourceFiles() {}

    /** Path of the source file below the source directory: {@code com/acme/Orders.java}, also for a class inside {@code Orders}. */
    public static String of(DotName className) {
        String name = className.toString();
        int nested = name.indexOf('$', name.lastIndexOf('.') + 2);
        return (nested < 0 ? name : name.substring(0, nested)).replace('.', '/') + ".java";
    }

    /** A place in the source of a class, for what concerns all of it. */
    public static Location at(DotName className) {
        return new Location(of(className), 0, 0, "");
    }
}

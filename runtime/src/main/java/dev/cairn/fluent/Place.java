package dev.cairn.fluent;

import dev.cairn.definition.Location;

/**
 * A line of Java source.
 *
 * @param className the class, with dots
 * @param file name of the source file without directories, or null if the class was compiled without
 * @param line from 1; 0 if unknown
 */
record Place(String className, String file, int line) {

    private static final String PACKAGE = Place.class.getPackageName();
    private static final StackWalker WALKER = StackWalker.getInstance();

    /** The line that called into this package. */
    static Place here() {
        return WALKER.walk(frames -> frames.filter(frame -> !inThisPackage(frame.getClassName())).findFirst())
                .map(frame -> new Place(frame.getClassName(), frame.getFileName(), Math.max(0, frame.getLineNumber())))
                .orElseThrow();
    }

    private static boolean inThisPackage(String className) {
        return className.startsWith(PACKAGE) && className.indexOf('.', PACKAGE.length() + 1) < 0;
    }

    /**
     * @param sourceFile the file that defines the workflow; the place may be in another one, then the path is that of its package
     * @param written pointer of where the element was written
     */
    Location at(String sourceFile, String pointer, String written) {
        return new Location(path(sourceFile), line, 0, pointer, written);
    }

    private String path(String sourceFile) {
        if (file == null || sourceFile.equals(file) || sourceFile.endsWith("/" + file)) {
            return sourceFile;
        }
        int lastDot = className.lastIndexOf('.');
        return lastDot < 0 ? file : className.substring(0, lastDot).replace('.', '/') + "/" + file;
    }
}

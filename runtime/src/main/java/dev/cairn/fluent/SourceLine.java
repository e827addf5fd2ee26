package dev.cairn.fluent;

import dev.cairn.definition.SourceLocation;

/**
 * A line of Java source.
 *
 * @param className the class, with dots
 * @param file name of the source file without directories, or null if the class was compiled without
 * @param line from 1; 0 if unknown
 */
record SourceLine(String className, String file, int line) {

    private static final String PACKAGE = SourceLine.class.getPackageName();
    private static final StackWalker WALKER = StackWalker.getInstance();

    /** The line that called into this package. */
    static SourceLine here() {
        return WALKER.walk(frames -> frames.filter(frame -> !inThisPackage(frame.getClassName())).findFirst())
                .map(frame -> new SourceLine(frame.getClassName(), frame.getFileName(), Math.max(0, frame.getLineNumber())))
                .orElseThrow();
    }

    private static boolean inThisPackage(String className) {
        return className.startsWith(PACKAGE) && className.indexOf('.', PACKAGE.length() + 1) < 0;
    }

    /**
     * @param sourceFile the file that defines the workflow; the place may be in another one, then the path is that of its package
     * @param written pointer of where the element was written
     */
    SourceLocation at(String sourceFile, String pointer, String written) {
        return new SourceLocation(path(sourceFile), line, 0, pointer, written);
    }

    private String path(String sourceFile) {
        if (file == null || sourceFile.equals(file) || sourceFile.endsWith("/" + file)) {
            return sourceFile;
        }
        int lastDot = className.lastIndexOf('.');
        return lastDot < 0 ? file : className.substring(0, lastDot).replace('.', '/') + "/" + file;
    }
}

package dev.cairn.fluent.source;

import dev.cairn.definition.SourceLocation;

/**
 * A line of Java source.
 *
 * @param className the class, with dots
 * @param file name of the source file without directories, or null if the class was compiled without
 * @param line from 1; 0 if unknown
 */
public record SourceLine(String className, String file, int line) {

    private static final String HERE = SourceLine.class.getPackageName();
    private static final String FLUENT = HERE.substring(0, HERE.lastIndexOf('.'));
    private static final StackWalker WALKER = StackWalker.getInstance();

    /** The line that called into the fluent form. */
    public static SourceLine here() {
        return WALKER.walk(frames -> frames.filter(frame -> !isFluent(frame.getClassName())).findFirst())
                .map(frame -> new SourceLine(frame.getClassName(), frame.getFileName(), Math.max(0, frame.getLineNumber())))
                .orElseThrow();
    }

    private static boolean isFluent(String className) {
        String in = className.substring(0, Math.max(0, className.lastIndexOf('.')));
        return in.equals(FLUENT) || in.equals(HERE);
    }

    /**
     * The location of an element that this line writes.
     *
     * @param sourceFile the file that defines the workflow; the line may be in another one, then the path is that of its package
     */
    SourceLocation at(String sourceFile, String pointer) {
        return new SourceLocation(path(sourceFile), line, 0, pointer);
    }

    private String path(String sourceFile) {
        if (file == null || sourceFile.equals(file) || sourceFile.endsWith("/" + file)) {
            return sourceFile;
        }
        int lastDot = className.lastIndexOf('.');
        return lastDot < 0 ? file : className.substring(0, lastDot).replace('.', '/') + "/" + file;
    }
}

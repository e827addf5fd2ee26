package dev.cairn.spi;

/**
 * A node of the application in one of its lives.
 *
 * @param name the same in each life, different from that of every other node
 * @param life different in each life: a life begins when the application starts and ends when it stops or crashes
 */
public record Node(String name, String life) {

    private static final char SEPARATOR = '~';

    public Node {
        if (name.isEmpty() || name.indexOf(SEPARATOR) >= 0 || life.isEmpty() || life.indexOf(SEPARATOR) >= 0) {
            throw new IllegalArgumentException("The name and the life of a node are not empty and have no " + SEPARATOR + ": "
                    + name + ", " + life);
        }
    }

    /** What owns instances: name and life. */
    public String id() {
        return name + SEPARATOR + life;
    }

    /** The name in an {@link #id()}. */
    public static String nameOf(String id) {
        int end = id.indexOf(SEPARATOR);
        return end < 0 ? id : id.substring(0, end);
    }
}

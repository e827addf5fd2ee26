package dev.cairn.spi;

/**
 * A node of the application in one of its lives.
 *
 * @param name the same in each life, different from that of every other node
 * @param life different in each life: a life begins when the application starts and ends when it stops or crashes
 * @param hears whether it hears what {@link NodeMessages} say; nodes of versions that had none do not
 */
public record Node(String name, String life, boolean hears) {

    private static final char SEPARATOR = '~';
    /** Part of the id, because ids are all that nodes know of each other. At its end: so do nodes of earlier versions look for it. */
    private static final String HEARS = SEPARATOR + "h";
    /** Nodes that hear, of this version and later ones, also take notices. */
    private static final String NOTICES = SEPARATOR + "n" + HEARS;

    public Node {
        if (name.isEmpty() || name.indexOf(SEPARATOR) >= 0 || life.isEmpty() || life.indexOf(SEPARATOR) >= 0) {
            throw new IllegalArgumentException("The name and the life of a node are not empty and have no " + SEPARATOR + ": "
                    + name + ", " + life);
        }
    }

    /** A node that hears nothing. */
    public Node(String name, String life) {
        this(name, life, false);
    }

    /** What owns instances: name and life, and whether it hears. */
    public String id() {
        return name + SEPARATOR + life + (hears ? NOTICES : "");
    }

    /** Whether the node with an {@link #id()} hears what {@link NodeMessages} say. */
    public static boolean hears(String id) {
        return id.endsWith(HEARS);
    }

    /** Whether the node with an {@link #id()} takes messages that are no events, too; those of earlier versions cannot read them. */
    public static boolean takesNotices(String id) {
        return id.endsWith(NOTICES);
    }

    /** The life in an {@link #id()}; empty if there is none in it. */
    public static String lifeOf(String id) {
        String[] parts = id.split(String.valueOf(SEPARATOR), 3);
        return parts.length < 2 ? "" : parts[1];
    }

    /** The name in an {@link #id()}. */
    public static String nameOf(String id) {
        int end = id.indexOf(SEPARATOR);
        return end < 0 ? id : id.substring(0, end);
    }
}

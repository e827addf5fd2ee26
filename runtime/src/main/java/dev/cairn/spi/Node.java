package dev.cairn.spi;

/**
 * A node of the application in one of its lives.
 *
 * @param name the same in each life, different from that of every other node
 * @param life different in each life: a life begins when the application starts and ends when it stops or crashes
 * @param hears true if it receives {@link NodeMessages}; nodes of versions without them do not
 */
public record Node(String name, String life, boolean hears) {

    private static final char SEPARATOR = '~';
    /**
     * Part of the id, because nodes know nothing but ids of each other. It stands at the end, where nodes of earlier versions
     * look for it.
     */
    private static final String HEARS = SEPARATOR + "h";
    /** Nodes of this version and later ones that receive messages also take notices. */
    private static final String NOTICES = SEPARATOR + "n" + HEARS;

    public Node {
        if (name.isEmpty() || name.indexOf(SEPARATOR) >= 0 || life.isEmpty() || life.indexOf(SEPARATOR) >= 0) {
            throw new IllegalArgumentException("The name and the life of a node are not empty and have no " + SEPARATOR + ": "
                    + name + ", " + life);
        }
    }

    /** A node that receives no messages. */
    public Node(String name, String life) {
        this(name, life, false);
    }

    /** The owner of instances: name and life, and the mark of a node that receives messages. */
    public String id() {
        return name + SEPARATOR + life + (hears ? NOTICES : "");
    }

    /** True if the node with an {@link #id()} receives {@link NodeMessages}. */
    public static boolean hears(String id) {
        return id.endsWith(HEARS);
    }

    /**
     * True if the node with an {@link #id()} also takes messages other than events; nodes of earlier versions cannot read them.
     */
    public static boolean takesNotices(String id) {
        return id.endsWith(NOTICES);
    }

    /** The life in an {@link #id()}; empty if it has none. */
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

package dev.cairn.spi;

/**
 * A life of a node is over because a later one has begun: another application runs with the same name, or this one was started
 * again while it was thought to be dead. Other nodes can claim the instances of that life. Always permanent.
 */
public class SupersededNodeException extends StoreException {

    private static final long serialVersionUID = 1L;

    private final transient Node node;

    /**
     * @param node the life that is over
     */
    public SupersededNodeException(Node node) {
        super("CAIRN-0430: Another application was started with the name of this node [node=" + node.name() + ", life="
                + node.life() + "]: it takes over what this one runs. Give each node its own quarkus.cairn.node.name.", true,
                null);
        this.node = node;
    }

    /** The life that is over; null after serialization. */
    public Node node() {
        return node;
    }
}

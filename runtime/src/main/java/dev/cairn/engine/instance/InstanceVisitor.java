package dev.cairn.engine.instance;

import dev.cairn.api.InstanceView;

/** A visitor of the instances of a node. */
@FunctionalInterface
public interface InstanceVisitor {

    /** @param parked true if the instance is parked on this node */
    void visit(InstanceView instance, boolean parked);
}

package dev.cairn.persistence.jpa.entity;

import java.io.Serializable;

import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.IdClass;
import jakarta.persistence.Table;

import org.hibernate.annotations.Immutable;

/**
 * The difference that one writer of a node has made to the number of instances in a phase. The number is the sum over all
 * writers of all nodes. A row of the phase -1 tells if these sums are right: 1, or 0 until a recount.
 */
@Entity(name = "CairnCount")
@Immutable
@IdClass(CountDeltaEntity.Key.class)
@Table(name = "cairn_count")
public class CountDeltaEntity {

    private static final int GROUP_CHARACTERS = 64;

    /** The primary key. */
    public record Key(String nodeId, int slot, String groupId) implements Serializable {}

    /** The life of the node, or empty for the sums of nodes that are gone. */
    @Id
    @Column(name = "node_id")
    public String nodeId;

    /** Concurrent writers of the node have different slots, so that none waits for another one. */
    @Id
    @Column(name = "slot")
    public int slot;

    /** Workflow, version and phase as a hash: together they are too long for a key. */
    @Id
    @Column(name = "group_id", length = GROUP_CHARACTERS)
    public String groupId;

    /** Qualified name of the definition. */
    @Column(name = "workflow", nullable = false, length = 512)
    public String workflow;

    /** Version of the definition. */
    @Column(name = "version", nullable = false)
    public String version;

    /** {@link dev.cairn.api.InstanceStatus#code()} of the phase that people see, or 7 for parked instances. */
    @Column(name = "phase", nullable = false)
    public int phase;

    /** May be negative. */
    @Column(name = "instances", nullable = false)
    public long instances;
}

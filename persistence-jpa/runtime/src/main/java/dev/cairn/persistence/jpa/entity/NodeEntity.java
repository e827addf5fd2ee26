package dev.cairn.persistence.jpa.entity;

import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.Table;

import org.hibernate.annotations.Immutable;

import io.quarkus.hibernate.orm.panache.PanacheEntityBase;

/** A life of a node, with the time until which it lasts. */
@Entity(name = "CairnNode")
@Immutable
@Table(name = "cairn_node")
public class NodeEntity extends PanacheEntityBase {

    /** {@link dev.cairn.spi.Node#id()}. */
    @Id
    @Column(name = "id")
    public String id;

    /** The name of the node, the same in each life. */
    @Column(name = "name", nullable = false)
    public String name;

    /** By the clock of the database, in milliseconds since the epoch. */
    @Column(name = "alive_until", nullable = false)
    public long aliveUntilMillis;

    /** True once a later life of the node has begun: this life is never alive again. */
    @Column(name = "superseded", nullable = false)
    public boolean superseded;

    /**
     * Time until which its writes are counted, by the clock of the database. Null if its version of Cairn keeps no counts,
     * until a recount includes its writes.
     */
    @Column(name = "covered_until")
    public Long coveredUntilMillis;
}

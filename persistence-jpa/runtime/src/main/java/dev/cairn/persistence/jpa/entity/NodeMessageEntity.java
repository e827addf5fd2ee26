package dev.cairn.persistence.jpa.entity;

import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.GeneratedValue;
import jakarta.persistence.GenerationType;
import jakarta.persistence.Id;
import jakarta.persistence.Index;
import jakarta.persistence.Table;

import org.hibernate.Length;
import org.hibernate.annotations.Immutable;

/** A message of one node to another. */
@Entity(name = "CairnNodeMessage")
@Immutable
@Table(name = "cairn_node_message", indexes = {
        @Index(name = "cairn_node_message_id", columnList = "message_id, node_id", unique = true),
        @Index(name = "cairn_node_message_node", columnList = "node_id, sequence_number") })
public class NodeMessageEntity {

    /** In the order they were left. */
    @Id
    @GeneratedValue(strategy = GenerationType.IDENTITY)
    @Column(name = "sequence_number")
    public Long sequenceNumber;

    /** For whom it is: {@link dev.cairn.spi.Node#id()}. */
    @Column(name = "node_id", nullable = false)
    public String nodeId;

    /** The same for all nodes that are told the same. */
    @Column(name = "message_id", nullable = false, length = 64)
    public String messageId;

    /** By the clock of the database, in milliseconds since the epoch. */
    @Column(name = "told_at", nullable = false)
    public long toldAtMillis;

    /** As the engine encoded it. */
    @Column(name = "body", nullable = false, length = Length.LONG32)
    public byte[] body;
}

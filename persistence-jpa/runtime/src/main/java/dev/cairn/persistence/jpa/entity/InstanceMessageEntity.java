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

/** A message of a node to the owner of an instance. */
@Entity(name = "CairnMessage")
@Immutable
@Table(name = "cairn_message", indexes = {
        @Index(name = "cairn_message_id", columnList = "message_id", unique = true),
        @Index(name = "cairn_message_instance", columnList = "instance_id") })
public class InstanceMessageEntity {

    /** In the order they were posted. */
    @Id
    @GeneratedValue(strategy = GenerationType.IDENTITY)
    @Column(name = "sequence_number")
    public Long sequenceNumber;

    /** The poster's id for it. */
    @Column(name = "message_id", nullable = false, length = 64)
    public String messageId;

    /** For whom it is. */
    @Column(name = "instance_id", nullable = false, length = 64)
    public String instanceId;

    /** As the engine encoded it. */
    @Column(name = "body", nullable = false, length = Length.LONG32)
    public byte[] body;
}

package dev.cairn.persistence.jpa.entity;

import java.io.Serializable;

import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.IdClass;
import jakarta.persistence.Index;
import jakarta.persistence.Table;

import org.hibernate.annotations.Immutable;

/** An attribute that an instance is found by; written when the instance is created, and never changed. */
@Entity(name = "CairnAttribute")
@Immutable
@IdClass(AttributeEntity.Key.class)
@Table(name = "cairn_attribute", indexes = @Index(name = "cairn_attribute_value", columnList = "name, content, created_at, instance_id"))
public class AttributeEntity {

    /** The primary key of an attribute. */
    public record Key(String instanceId, String name) implements Serializable {}

    /** The instance. */
    @Id
    @Column(name = "instance_id", length = 64)
    public String instanceId;

    /** Its name. */
    @Id
    @Column(name = "name")
    public String name;

    /** Its value. */
    @Column(name = "content", nullable = false)
    public String content;

    /** When the instance was created, so that one index finds and sorts; milliseconds since the epoch. */
    @Column(name = "created_at", nullable = false)
    public long createdAtMillis;
}

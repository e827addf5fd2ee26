package dev.cairn.persistence.jpa.entity;

import java.io.Serializable;

import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.IdClass;
import jakarta.persistence.Table;

import org.hibernate.Length;
import org.hibernate.annotations.Immutable;

/** An entry of a journal. There is no foreign key to the instance: each commit would have to look it up. */
@Entity(name = "CairnEntry")
@Immutable
@IdClass(EntryEntity.Key.class)
@Table(name = "cairn_entry")
public class EntryEntity {

    /** What identifies an entry. */
    public record Key(String instanceId, long position) implements Serializable {}

    /** Whose entry it is. */
    @Id
    @Column(name = "instance_id", length = 64)
    public String instanceId;

    /** How many entries of the instance come before it. */
    @Id
    @Column(name = "position")
    public long position;

    /** As the engine encoded it. */
    @Column(name = "payload", nullable = false, length = Length.LONG32)
    public byte[] payload;
}

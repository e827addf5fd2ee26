package dev.cairn.persistence.jpa.entity;

import java.io.Serializable;

import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.IdClass;
import jakarta.persistence.Table;

import org.hibernate.Length;
import org.hibernate.annotations.Immutable;

/**
 * Entries of a journal that were written together, usually one or two. The table has no foreign key to the instance: each
 * commit would have to look it up.
 */
@Entity(name = "CairnEntry")
@Immutable
@IdClass(EntryGroupEntity.Key.class)
@Table(name = "cairn_entry")
public class EntryGroupEntity {

    /** The primary key. */
    public record Key(String instanceId, long position) implements Serializable {}

    /** The instance. */
    @Id
    @Column(name = "instance_id", length = 64)
    public String instanceId;

    /** Number of entries of the instance before them. */
    @Id
    @Column(name = "position")
    public long position;

    /** Number of entries. */
    @Column(name = "entry_count", nullable = false)
    public int entryCount;

    /** One entry as the engine encoded it; of several, each with its length in front, 4 bytes, big-endian. */
    @Column(name = "payload", nullable = false, length = Length.LONG32)
    public byte[] payload;
}

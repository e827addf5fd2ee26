package dev.cairn.persistence.jpa.entity;

import java.io.Serializable;

import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.IdClass;
import jakarta.persistence.Table;

import org.hibernate.Length;
import org.hibernate.annotations.Immutable;

/** Entries of a journal that were written together, mostly one or two. There is no foreign key to the instance: each commit would have to look it up. */
@Entity(name = "CairnEntry")
@Immutable
@IdClass(EntryEntity.Key.class)
@Table(name = "cairn_entry")
public class EntryEntity {

    /** What identifies them. */
    public record Key(String instanceId, long position) implements Serializable {}

    /** Whose entries they are. */
    @Id
    @Column(name = "instance_id", length = 64)
    public String instanceId;

    /** How many entries of the instance come before them. */
    @Id
    @Column(name = "position")
    public long position;

    /** How many they are. */
    @Column(name = "entry_count", nullable = false)
    public int entryCount;

    /** One entry as the engine encoded it; of several, each with its length in front, 4 bytes, big-endian. */
    @Column(name = "payload", nullable = false, length = Length.LONG32)
    public byte[] payload;
}

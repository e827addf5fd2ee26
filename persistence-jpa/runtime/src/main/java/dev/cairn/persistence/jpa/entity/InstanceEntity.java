package dev.cairn.persistence.jpa.entity;

import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.Index;
import jakarta.persistence.Table;

import org.hibernate.annotations.Immutable;

import dev.cairn.spi.InstanceRow;
import io.quarkus.hibernate.orm.panache.PanacheEntityBase;

/**
 * The row of an instance: what is known of it without its journal. An application may query it, in transactions of its own; what it
 * changes is not written.
 */
@Entity(name = "CairnInstance")
@Immutable
@Table(name = "cairn_instance", indexes = {
        @Index(name = "cairn_instance_listing", columnList = "workflow, status, created_at, id"),
        @Index(name = "cairn_instance_status", columnList = "status, created_at, id"),
        @Index(name = "cairn_instance_business_key", columnList = "business_key, created_at, id"),
        @Index(name = "cairn_instance_owner", columnList = "owner, status, id"),
        @Index(name = "cairn_instance_wake", columnList = "wake_at, id"),
        @Index(name = "cairn_instance_keep", columnList = "keep_until, id") })
public class InstanceEntity extends PanacheEntityBase {

    /** Room for as many attributes as there may be, as long as they may be, of characters that take six in JSON: 49,057. */
    private static final int ATTRIBUTES_CHARACTERS = 1 << 16;

    /** Unique over all workflows. */
    @Id
    @Column(name = "id", length = 64)
    public String id;

    /** Qualified name of the definition. */
    @Column(name = "workflow", nullable = false, length = 512)
    public String workflow;

    /** Version of the definition. */
    @Column(name = "version", nullable = false)
    public String version;

    /** {@link dev.cairn.api.InstanceStatus#code()}. */
    @Column(name = "status", nullable = false)
    public int status;

    /** Milliseconds since the epoch. */
    @Column(name = "created_at", nullable = false)
    public long createdAtMillis;

    /** When its last entry was written; milliseconds since the epoch. */
    @Column(name = "updated_at", nullable = false)
    public long updatedAtMillis;

    /** When the earliest of its timers is due, or 0; milliseconds since the epoch. */
    @Column(name = "wake_at", nullable = false)
    public long wakeAtMillis;

    /** The life of a node that runs it, or null. */
    @Column(name = "owner")
    public String owner;

    /** When it may be removed, or 0; milliseconds since the epoch. */
    @Column(name = "keep_until", nullable = false)
    public long keepUntilMillis;

    /** The application's key, or null. */
    @Column(name = "business_key")
    public String businessKey;

    /** The attributes it is found by, as a JSON object, or null if it has none. */
    @Column(name = "attributes", length = ATTRIBUTES_CHARACTERS)
    public String attributes;

    /** The fencing token of its writer. */
    @Column(name = "epoch", nullable = false)
    public long epoch;

    /** Number of entries of its journal. */
    @Column(name = "entry_count", nullable = false)
    public long entryCount;

    /** The type of the error that it ended with, or null. */
    @Column(name = "error_type", length = InstanceRow.MAX_ERROR_TYPE_CHARACTERS)
    public String errorType;
}

package dev.cairn.management.access;

/** A permission of a caller of the management API. */
public enum ManagementPermission {
    /** To see workflows and instances, without payloads. */
    VIEW,
    /** To give instances commands. */
    OPERATE,
    /** To see payloads: input, output, data of events, details of errors. */
    PAYLOAD
}

package dev.cairn.spi;

import io.smallrye.mutiny.Uni;

/**
 * The operations of the management API without HTTP, for an integration that offers them by another protocol. A bean if the
 * application has the management API. Thread-safe; nothing blocks.
 */
public interface ManagementClient {

    /**
     * The caller of the current request, as Quarkus has authenticated it. Call this on the thread and in the context of that
     * request. Never fails: a caller whose credentials are wrong is anonymous.
     */
    Uni<Caller> caller();

    /** The same, without waiting: a caller whose authentication is still under way is anonymous. */
    Caller knownCaller();

    /** A caller with its permissions, on any thread. */
    interface Caller {

        /**
         * Answers a request with the permissions of the caller. Commands are audited as those of HTTP are. Never fails: a problem
         * is an answer.
         *
         * @param method of HTTP
         * @param path below that of the API, with a slash at its beginning; its segments are encoded
         * @param query encoded, without the question mark; null or empty for none
         * @param body JSON, or null for an empty object
         */
        Uni<Reply> request(String method, String path, String query, String body);

        /**
         * True if the caller may start instances of a workflow.
         *
         * @param workflow qualified name, {@code namespace:name}
         */
        boolean mayStart(String workflow);

        /** True if the caller may read the payloads of a workflow, such as outputs. */
        boolean mayReadPayloads(String workflow);
    }

    /**
     * An answer.
     *
     * @param status as that of HTTP
     * @param body JSON; problem details (RFC 9457) if the status is 400 or more
     */
    record Reply(int status, String body) {

        /** True if the body has problem details. */
        public boolean isProblem() {
            return status >= 400;
        }
    }
}

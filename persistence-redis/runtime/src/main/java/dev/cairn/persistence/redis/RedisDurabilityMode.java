package dev.cairn.persistence.redis;

/** When a write counts as durable. */
public enum RedisDurabilityMode {

    /** When the server has it on its disk, as far as the server can say so. */
    STRICT,
    /** When the server has answered: it puts it on its disk when its own settings say so. */
    BATCHED
}

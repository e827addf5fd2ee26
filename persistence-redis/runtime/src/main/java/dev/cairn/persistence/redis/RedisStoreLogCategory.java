package dev.cairn.persistence.redis;

/** The log category of the store. */
final class RedisStoreLogCategory {

    /** The classes of the store share it, so that a single category sets the level of all its messages. */
    static final String CATEGORY = "dev.cairn.persistence.redis.RedisStore";

    private RedisStoreLogCategory() {}
}

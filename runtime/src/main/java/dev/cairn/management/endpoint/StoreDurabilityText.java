package dev.cairn.management.endpoint;

import dev.cairn.spi.StoreCapabilities;

/** Says in words what a crash can lose. The pages of the stores have the details. */
final class StoreDurabilityText {

    private static final String OF_SERVER = " A crash of the application loses nothing that was acknowledged. What a crash of the server"
            + " loses depends on its settings";

    private StoreDurabilityText() {}

    static String of(StoreCapabilities store) {
        if (!store.keepsState()) {
            return "Instances live in memory only, and end with the application.";
        }
        return switch (store.name()) {
            case "file" ->
                "An acknowledged change is on the disk: neither a crash of the application nor one of the machine loses it.";
            case "redis" -> "An acknowledged change was confirmed by the server." + OF_SERVER
                    + " and on quarkus.cairn.redis.durability.";
            case "jpa" -> "An acknowledged change was committed by the database." + OF_SERVER + ".";
            default -> "An acknowledged change was confirmed by the store. A crash of the application does not lose it.";
        };
    }
}

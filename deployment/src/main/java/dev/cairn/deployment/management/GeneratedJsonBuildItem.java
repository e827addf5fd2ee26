package dev.cairn.deployment.management;

import com.fasterxml.jackson.databind.node.ObjectNode;

import io.quarkus.builder.item.MultiBuildItem;

/** A JSON resource that the management API reads from the application. */
final class GeneratedJsonBuildItem extends MultiBuildItem {

    private final String name;
    private final ObjectNode json;

    GeneratedJsonBuildItem(String name, ObjectNode json) {
        this.name = name;
        this.json = json;
    }

    String name() {
        return name;
    }

    ObjectNode json() {
        return json;
    }
}

package dev.cairn.deployment.management;

import java.util.List;

import io.quarkus.builder.item.SimpleBuildItem;

/** The application has the management API. Absent if it has not. */
public final class ManagementBuildItem extends SimpleBuildItem {

    private final String root;
    private final List<String> hosts;

    ManagementBuildItem(String root, List<String> hosts) {
        this.root = root;
        this.hosts = hosts;
    }

    /** Absolute path of the API, without a slash at its end. */
    public String root() {
        return root;
    }

    /** Hosts that requests may name in addition to this machine; null if they may name any. */
    public List<String> hosts() {
        return hosts;
    }
}

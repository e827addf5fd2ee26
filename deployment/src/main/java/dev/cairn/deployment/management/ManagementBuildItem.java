package dev.cairn.deployment.management;

import java.util.List;

import io.quarkus.builder.item.SimpleBuildItem;

/** The application has the management API. Absent if it has not. */
public final class ManagementBuildItem extends SimpleBuildItem {

    private final String root;
    private final List<String> hosts;
    private final boolean permitsAll;

    ManagementBuildItem(String root, List<String> hosts, boolean permitsAll) {
        this.root = root;
        this.hosts = hosts;
        this.permitsAll = permitsAll;
    }

    /** Absolute path of the API, without a slash at its end. */
    public String root() {
        return root;
    }

    /** Hosts that requests may name in addition to this machine; null if they may name any. */
    public List<String> hosts() {
        return hosts;
    }

    /** True if the configuration permits everything to everybody. */
    public boolean permitsAll() {
        return permitsAll;
    }
}

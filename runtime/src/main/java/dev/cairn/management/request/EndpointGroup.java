package dev.cairn.management.request;

import java.util.Map;

/** A bean that answers some operations. All groups together answer each operation once. */
public interface EndpointGroup {

    Map<ManagementOperation, ManagementEndpoint> endpoints();
}

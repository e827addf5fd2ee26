package dev.cairn.management;

import java.util.Map;

/** A bean that answers some operations. All groups together answer each operation once. */
interface EndpointGroup {

    Map<ManagementOperation, ManagementEndpoint> endpoints();
}

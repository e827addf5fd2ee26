package dev.cairn.management.request;

import java.util.Map;

/**
 * A bean that provides the endpoints of some management operations. All groups together answer each operation once.
 */
public interface ManagementEndpointProvider {

    Map<ManagementOperation, ManagementOperationHandler> endpoints();
}

package dev.cairn.management;

import dev.cairn.http.Uploads;

/** The beans that the management API consists of. */
public final class ManagementBeans {

    /** Names of their classes. */
    public static final String[] NAMES = { AccessRules.class.getName(), ManagementRouter.class.getName(),
            ManagementDispatcher.class.getName(),
            InspectorProducer.class.getName(), WorkflowEndpoints.class.getName(), WorkflowResources.class.getName(),
            InstanceEndpoints.class.getName(),
            InstanceSearch.class.getName(), InstanceCommands.class.getName(), BulkEndpoints.class.getName(),
            LiveEndpoints.class.getName(), NodeEndpoints.class.getName(), LogEndpoints.class.getName(),
            InstanceLogging.class.getName(), EventEndpoints.class.getName(), RateEndpoints.class.getName(),
            ValueEndpoints.class.getName(), LiveChanges.class.getName(),
            Uploads.class.getName() };

    private ManagementBeans() {}
}

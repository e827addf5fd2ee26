package dev.cairn.management;

import dev.cairn.http.UploadLimits;
import dev.cairn.management.access.AccessRules;
import dev.cairn.management.endpoint.BulkEndpoints;
import dev.cairn.management.endpoint.CommandEndpoints;
import dev.cairn.management.endpoint.EndpointBeanProducer;
import dev.cairn.management.endpoint.EventEndpoints;
import dev.cairn.management.endpoint.InstanceInspectionEndpoints;
import dev.cairn.management.endpoint.InstanceLogEndpoints;
import dev.cairn.management.endpoint.InstanceLogInstaller;
import dev.cairn.management.endpoint.InstanceSearchEndpoints;
import dev.cairn.management.endpoint.LiveChangeProducer;
import dev.cairn.management.endpoint.LiveEndpoints;
import dev.cairn.management.endpoint.NodeEndpoints;
import dev.cairn.management.endpoint.RateEndpoints;
import dev.cairn.management.endpoint.ScheduleEndpoints;
import dev.cairn.management.endpoint.WholeValueEndpoints;
import dev.cairn.management.endpoint.WorkflowEndpoints;
import dev.cairn.management.endpoint.WorkflowResourceReader;

/** The beans that the management API consists of. */
public final class ManagementBeans {

    /** Names of their classes. */
    public static final String[] NAMES = { AccessRules.class.getName(), ManagementRouter.class.getName(),
            ManagementDispatcher.class.getName(),
            EndpointBeanProducer.class.getName(), WorkflowEndpoints.class.getName(), WorkflowResourceReader.class.getName(),
            InstanceInspectionEndpoints.class.getName(),
            InstanceSearchEndpoints.class.getName(), CommandEndpoints.class.getName(), BulkEndpoints.class.getName(),
            ScheduleEndpoints.class.getName(),
            LiveEndpoints.class.getName(), NodeEndpoints.class.getName(), InstanceLogEndpoints.class.getName(),
            InstanceLogInstaller.class.getName(), EventEndpoints.class.getName(), RateEndpoints.class.getName(),
            WholeValueEndpoints.class.getName(), LiveChangeProducer.class.getName(), UploadLimits.class.getName() };

    private ManagementBeans() {}
}

package dev.cairn.management;

import dev.cairn.http.UploadMemoryBudget;
import dev.cairn.management.access.AccessRules;
import dev.cairn.management.endpoint.AnswerEndpoints;
import dev.cairn.management.endpoint.BulkEndpoints;
import dev.cairn.management.endpoint.CommandEndpoints;
import dev.cairn.management.endpoint.EndpointDependencyProducer;
import dev.cairn.management.endpoint.EventEndpoints;
import dev.cairn.management.endpoint.InstanceInspectionEndpoints;
import dev.cairn.management.endpoint.InstanceLogEndpoints;
import dev.cairn.management.endpoint.InstanceLogInstaller;
import dev.cairn.management.endpoint.InstanceSearchEndpoints;
import dev.cairn.management.endpoint.LiveChangeBeanProducer;
import dev.cairn.management.endpoint.LiveEndpoints;
import dev.cairn.management.endpoint.NodeStatusEndpoints;
import dev.cairn.management.endpoint.RateEndpoints;
import dev.cairn.management.endpoint.ScheduleEndpoints;
import dev.cairn.management.endpoint.WholeValueEndpoints;
import dev.cairn.management.endpoint.WorkflowEndpoints;
import dev.cairn.management.endpoint.WorkflowResourceReader;

/** Names of the bean classes of the management API. */
public final class ManagementBeanClasses {

    /** Names of their classes. */
    public static final String[] NAMES = { AccessRules.class.getName(), ManagementRequestHandler.class.getName(),
            ManagementDispatcher.class.getName(), InProcessRequests.class.getName(), CallerManagementClient.class.getName(),
            EndpointDependencyProducer.class.getName(), WorkflowEndpoints.class.getName(),
            WorkflowResourceReader.class.getName(),
            InstanceInspectionEndpoints.class.getName(),
            InstanceSearchEndpoints.class.getName(), CommandEndpoints.class.getName(), BulkEndpoints.class.getName(),
            ScheduleEndpoints.class.getName(),
            LiveEndpoints.class.getName(), NodeStatusEndpoints.class.getName(), InstanceLogEndpoints.class.getName(),
            InstanceLogInstaller.class.getName(), EventEndpoints.class.getName(), RateEndpoints.class.getName(),
            WholeValueEndpoints.class.getName(), AnswerEndpoints.class.getName(), LiveChangeBeanProducer.class.getName(),
            UploadMemoryBudget.class.getName() };

    private ManagementBeanClasses() {}
}

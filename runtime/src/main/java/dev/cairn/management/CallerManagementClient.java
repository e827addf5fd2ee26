package dev.cairn.management;

import jakarta.enterprise.inject.Instance;
import jakarta.inject.Singleton;

import org.jboss.logging.Logger;

import dev.cairn.management.access.AccessRules;
import dev.cairn.management.access.CallerAccess;
import dev.cairn.management.access.ManagementPermission;
import dev.cairn.spi.ManagementClient;
import io.quarkus.security.identity.CurrentIdentityAssociation;
import io.quarkus.security.identity.SecurityIdentity;
import io.smallrye.mutiny.Uni;

/** The operations of the management API for the caller of the current request. */
@Singleton
final class CallerManagementClient implements ManagementClient {

    private static final Logger LOG = Logger.getLogger(CallerManagementClient.class);

    private final InProcessRequests requests;
    private final AccessRules rules;
    private final Instance<CurrentIdentityAssociation> identities;

    CallerManagementClient(InProcessRequests requests, AccessRules rules, Instance<CurrentIdentityAssociation> identities) {
        this.requests = requests;
        this.rules = rules;
        this.identities = identities;
    }

    @Override
    public Uni<Caller> caller() {
        return identity().map(this::caller);
    }

    @Override
    public Caller knownCaller() {
        return caller(identity().subscribeAsCompletionStage().getNow(null));
    }

    private Caller caller(SecurityIdentity identity) {
        return new PermittedCaller(requests, rules.of(identity));
    }

    /** The identity; null without security, or if it cannot be known. It is looked up now, in the context of the request. */
    private Uni<SecurityIdentity> identity() {
        if (identities.isUnsatisfied()) {
            return Uni.createFrom().nullItem();
        }
        try {
            return identities.get().getDeferredIdentity().onFailure().recoverWithItem(CallerManagementClient::anonymous);
        } catch (RuntimeException noRequest) {
            return Uni.createFrom().item(anonymous(noRequest));
        }
    }

    private static SecurityIdentity anonymous(Throwable failure) {
        LOG.debug("The caller is anonymous", failure);
        return null;
    }

    private record PermittedCaller(InProcessRequests requests, CallerAccess access) implements Caller {

        @Override
        public Uni<Reply> request(String method, String path, String query, String body) {
            return requests.reply(access, method, path, query, body);
        }

        @Override
        public boolean mayStart(String workflow) {
            return access.may(ManagementPermission.OPERATE, workflow);
        }

        @Override
        public boolean mayReadPayloads(String workflow) {
            return access.may(ManagementPermission.PAYLOAD, workflow);
        }
    }
}

package dev.cairn.management;

import jakarta.enterprise.inject.Instance;
import jakarta.inject.Singleton;

import dev.cairn.management.access.AccessRules;
import dev.cairn.management.access.ManagementPermission;
import dev.cairn.spi.ManagementClient;
import io.quarkus.security.AuthenticationException;
import io.quarkus.security.identity.CurrentIdentityAssociation;
import io.quarkus.security.identity.SecurityIdentity;
import io.smallrye.mutiny.Uni;

/** The operations of the management API for the caller of the current request. */
@Singleton
final class CallerManagementClient implements ManagementClient {

    private final InProcessRequests requests;
    private final AccessRules rules;
    private final Instance<CurrentIdentityAssociation> identities;

    CallerManagementClient(InProcessRequests requests, AccessRules rules, Instance<CurrentIdentityAssociation> identities) {
        this.requests = requests;
        this.rules = rules;
        this.identities = identities;
    }

    @Override
    public Uni<Reply> request(String method, String path, String query, String body) {
        return identity().chain(identity -> requests.reply(rules.of(identity), method, path, query, body));
    }

    @Override
    public boolean mayStart(String workflow) {
        SecurityIdentity known = identity().subscribeAsCompletionStage().getNow(null);
        return rules.of(known).may(ManagementPermission.OPERATE, workflow);
    }

    /** The caller; null without security, or if the credentials are wrong. */
    private Uni<SecurityIdentity> identity() {
        return identities.isUnsatisfied() ? Uni.createFrom().nullItem()
                : identities.get().getDeferredIdentity().onFailure(failure -> failure instanceof AuthenticationException)
                        .recoverWithNull();
    }
}

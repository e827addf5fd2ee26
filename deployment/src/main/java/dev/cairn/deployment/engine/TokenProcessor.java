package dev.cairn.deployment.engine;

import org.jboss.jandex.DotName;

import dev.cairn.deployment.CallIntegrationBuildItem;
import io.quarkus.arc.deployment.AdditionalBeanBuildItem;
import io.quarkus.arc.deployment.UnremovableBeanBuildItem;
import io.quarkus.deployment.Capabilities;
import io.quarkus.deployment.Capability;
import io.quarkus.deployment.annotations.BuildProducer;
import io.quarkus.deployment.annotations.BuildStep;

/** Gets tokens for calls in applications that have Quarkus' OIDC client. */
class TokenProcessor {

    /** The kind of {@code oauth2} and {@code oidc} among the integrations. */
    private static final String TOKENS = "oauth2";
    /** By name: loading the classes fails in an application without the OIDC client. */
    private static final String PACKAGE = "dev.cairn.quarkus.oidc.";

    @BuildStep
    void tokens(Capabilities capabilities, BuildProducer<AdditionalBeanBuildItem> beans,
            BuildProducer<CallIntegrationBuildItem> integrations) {
        if (capabilities.isPresent(Capability.OIDC_CLIENT)) {
            beans.produce(AdditionalBeanBuildItem.unremovableOf(PACKAGE + "OidcTokenSource"));
            beans.produce(AdditionalBeanBuildItem.unremovableOf(PACKAGE + "TokenRequestFilter"));
            integrations.produce(new CallIntegrationBuildItem(TOKENS));
        }
    }

    /** Looked up by name if the configuration names a proxy. */
    @BuildStep
    UnremovableBeanBuildItem proxies() {
        return UnremovableBeanBuildItem.beanTypes(DotName.createSimple("io.quarkus.proxy.ProxyConfigurationRegistry"));
    }
}

package dev.cairn.quarkus.secret;

import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;

import org.jboss.logging.Logger;

import dev.cairn.quarkus.config.CairnConfig;
import io.quarkus.credentials.CredentialsProvider;
import io.quarkus.credentials.runtime.CredentialsProviderFinder;
import io.smallrye.mutiny.Uni;
import io.vertx.core.Vertx;

/** The secrets that credentials providers give: read before the application starts, and again from time to time. */
public final class CredentialsProviderSecrets {

    private static final Logger LOG = Logger.getLogger("dev.cairn");

    /** Maximum time for which an answer of a provider is waited for. */
    private static final Duration PATIENCE = Duration.ofSeconds(30);

    private final Map<String, CairnConfig.Secret> configured = new HashMap<>();
    private final ApplicationSecrets secrets;
    private final Vertx vertx;
    private final Duration patience;
    /** Names of the secrets whose provider has not answered yet. */
    private final Set<String> beingAsked = ConcurrentHashMap.newKeySet();
    private final Function<CairnConfig.Secret, Uni<Map<String, String>>> providers;
    private long timer = -1;

    /**
     * @param configured all secrets; those without a provider are left alone
     * @param secrets receives changes
     */
    public CredentialsProviderSecrets(Map<String, CairnConfig.Secret> configured, ApplicationSecrets secrets, Vertx vertx) {
        this(configured, secrets, vertx, PATIENCE, CredentialsProviderSecrets::credentials);
    }

    /**
     * @param patience maximum time for which an answer of a provider is waited for
     * @param providers asks the provider of a secret
     */
    CredentialsProviderSecrets(Map<String, CairnConfig.Secret> configured, ApplicationSecrets secrets, Vertx vertx,
            Duration patience, Function<CairnConfig.Secret, Uni<Map<String, String>>> providers) {
        configured.forEach((name, secret) -> {
            if (secret.credentialsProvider().isPresent()) {
                this.configured.put(name, secret);
            }
        });
        this.secrets = secrets;
        this.vertx = vertx;
        this.patience = patience;
        this.providers = providers;
    }

    /**
     * Asks for all of them, and blocks until all are there.
     *
     * @return the fields of each secret, by its name
     * @throws IllegalStateException if a provider fails or gives nothing
     */
    public Map<String, Map<String, String>> read() {
        Map<String, Map<String, String>> found = new HashMap<>();
        configured.forEach((name, secret) -> {
            try {
                found.put(name, ask(secret).await().atMost(patience));
            } catch (RuntimeException failure) {
                throw new IllegalStateException("CAIRN-0707: The credentials provider gives no secret " + name
                        + ". See quarkus.cairn.secret.\"" + name + "\".credentials-provider. The cause: " + failure, failure);
            }
        });
        return found;
    }

    /** Asks again each time that so long has passed, until {@link #close()}. A provider that has not answered yet is not asked. */
    public void refreshEvery(Duration interval) {
        if (!configured.isEmpty()) {
            timer = vertx.setPeriodic(interval.toMillis(), tick -> configured.forEach(this::refresh));
        }
    }

    private void refresh(String name, CairnConfig.Secret secret) {
        if (!beingAsked.add(name)) {
            return;
        }
        // An answer that comes later is not taken: a newer one may have come before it.
        ask(secret).ifNoItem().after(patience).failWith(() -> new IllegalStateException("no answer within " + patience))
                .invoke(fields -> secrets.replace(name, fields)).onTermination().invoke(() -> beingAsked.remove(name))
                .subscribe().with(fields -> {}, failure -> LOG.warnf(
                        "CAIRN-0708: The credentials provider does not give the secret %s again: %s."
                                + " The one it gave before is used, and it will be asked again.",
                        name, secrets.concealer().concealed(failure.toString())));
    }

    public void close() {
        vertx.cancelTimer(timer);
    }

    private Uni<Map<String, String>> ask(CairnConfig.Secret secret) {
        return Uni.createFrom().deferred(() -> providers.apply(secret)).map(CredentialsProviderSecrets::fields);
    }

    private static Uni<Map<String, String>> credentials(CairnConfig.Secret secret) {
        return CredentialsProviderFinder.find(secret.credentialsProviderName().orElse(null))
                .getCredentialsAsync(secret.credentialsProvider().orElseThrow());
    }

    private static Map<String, String> fields(Map<String, String> credentials) {
        if (credentials == null || credentials.isEmpty()) {
            throw new IllegalStateException("The provider gave no credentials");
        }
        Map<String, String> fields = new HashMap<>(credentials);
        fields.remove(CredentialsProvider.EXPIRATION_TIMESTAMP_PROPERTY_NAME);
        String user = fields.get(CredentialsProvider.USER_PROPERTY_NAME);
        if (user != null) {
            // The name of this field in authentications of workflows.
            fields.putIfAbsent("username", user);
        }
        return fields;
    }
}

package dev.cairn.quarkus.link;

import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;

import org.eclipse.microprofile.config.ConfigProvider;
import org.jboss.logging.Logger;

import dev.cairn.definition.Authentication;
import dev.cairn.effect.function.FunctionPerformer;
import dev.cairn.engine.node.InstalledProgram;
import dev.cairn.engine.node.ProgramRegistry;
import dev.cairn.engine.option.ConcurrencyRules;
import dev.cairn.program.Program;
import dev.cairn.quarkus.config.CairnBuildConfig;
import dev.cairn.quarkus.config.CairnConfig;
import dev.cairn.quarkus.config.ConcurrencyRulesReader;
import dev.cairn.quarkus.config.WorkflowSettingCheck;
import dev.cairn.quarkus.secret.ApplicationSecrets;
import dev.cairn.quarkus.secret.CredentialsProviderSecrets;
import io.smallrye.config.SmallRyeConfig;
import io.vertx.core.Vertx;

/**
 * The programs of the application, linked while it was initialised, and stand-ins for the performers of calls until they exist.
 */
public final class LinkedPrograms {

    private static final Logger LOG = Logger.getLogger("dev.cairn");

    private final ProgramRegistry programs;
    private final List<FunctionPerformer> functions;
    private final List<Program> data;
    private final DeferredPerformers deferred;
    private final ApplicationSecrets secrets;
    private final AtomicLong maxOutputBytes;

    LinkedPrograms(ProgramRegistry programs, List<Program> data, List<FunctionPerformer> functions,
            DeferredPerformers deferred, ApplicationSecrets secrets, AtomicLong maxOutputBytes) {
        this.programs = programs;
        this.functions = List.copyOf(functions);
        this.data = List.copyOf(data);
        this.deferred = deferred;
        this.secrets = secrets;
        this.maxOutputBytes = maxOutputBytes;
    }

    public ProgramRegistry programs() {
        return programs;
    }

    /**
     * Prepares objects that the first calls would otherwise wait for. Takes long; instantiates none of the beans that are
     * called.
     */
    public void prepareCalls() {
        for (FunctionPerformer function : functions) {
            try {
                function.prepare();
            } catch (RuntimeException | LinkageError failure) {
                LOG.debug("A call was not prepared; it fails when it is made", failure);
            }
        }
    }

    /**
     * Refuses settings of workflows that are not among the programs, or do not fit them.
     *
     * @throws IllegalStateException with the setting
     */
    public void checkSettings(CairnConfig config) {
        WorkflowSettingCheck.check(config.workflow(), data);
        ConcurrencyRules limits = ConcurrencyRulesReader.rules(config);
        programs.all().stream().filter(InstalledProgram::passesCallerOn).map(InstalledProgram::program)
                .filter(program -> limits.most(program) > 0).findFirst().ifPresent(program -> {
                    throw new IllegalStateException(Authentication.CallerToken.CONCURRENCY_LIMIT_CODE + ": The workflow "
                            + program.workflow() + " passes on the token of its caller and has a concurrency limit ["
                            + "quarkus.cairn.workflow.\"" + program.workflow() + "\".concurrency=" + limits.most(program)
                            + "]: an instance may have to wait before it begins, on any node, and the token is never stored."
                            + " Remove the limit, or use a token of the application: oauth2 with client_credentials.");
                });
    }

    /**
     * Takes the secrets of programs from the configuration and from credentials providers, which it may wait for, and the properties
     * that they read.
     */
    public CredentialsProviderSecrets configure(Map<String, CairnConfig.Secret> configured, Vertx vertx) {
        CredentialsProviderSecrets provided = new CredentialsProviderSecrets(configured, secrets, vertx);
        secrets.configure(configured, provided.read(), data);
        SmallRyeConfig config = ConfigProvider.getConfig().unwrap(SmallRyeConfig.class);
        secrets.configure(config, config.getConfigMapping(CairnBuildConfig.class).config(), data);
        return provided;
    }

    /** Says how much the values of one evaluation may take. */
    public void limitOutput(long maxBytes) {
        maxOutputBytes.set(maxBytes);
    }

    /** A text with asterisks in place of secrets. */
    public String concealed(String text) {
        return secrets.concealed(text);
    }

    public DeferredPerformer commands() {
        return deferred.commands();
    }

    public DeferredPerformer http() {
        return deferred.http();
    }

    public DeferredPerformer integrations() {
        return deferred.integrations();
    }
}

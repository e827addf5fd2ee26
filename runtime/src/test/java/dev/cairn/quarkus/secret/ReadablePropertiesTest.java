package dev.cairn.quarkus.secret;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

import org.eclipse.microprofile.config.Config;
import org.junit.jupiter.api.Test;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;

import dev.cairn.program.AnswerPlan;
import dev.cairn.program.BoundExpression;
import dev.cairn.program.EffectIdTemplate;
import dev.cairn.program.InstanceSettingsPlan;
import dev.cairn.program.Operation;
import dev.cairn.program.Program;
import dev.cairn.program.ProgramMetadata;
import dev.cairn.program.ProgramTriggers;
import dev.cairn.program.VariableBinding;
import dev.cairn.quarkus.config.ReadableConfig;
import io.smallrye.config.PropertiesConfigSource;
import io.smallrye.config.SecretKeysHandler;
import io.smallrye.config.SmallRyeConfigBuilder;

/** The values of properties that are secrets, or are made of secrets, are concealed. */
class ReadablePropertiesTest {

    private static final Config CONFIG = new SmallRyeConfigBuilder().addDefaultInterceptors()
            .withSecretKeysHandlers(new Reversing())
            .withSources(new PropertiesConfigSource(Map.ofEntries(
                    Map.entry("plain.name", "orders"),
                    Map.entry("plain.address", "fe80::1"),
                    Map.entry("plain.escaped", "\\${vault.key}"),
                    Map.entry("plain.of", "${plain.name}-${missing:${plain.address}}"),
                    Map.entry("vault.key", "${reversing::terces}"),
                    Map.entry("vault.part", "https://u:${reversing::drow}@host"),
                    Map.entry("vault.named", "hush"),
                    Map.entry("service.key", "${vault.key}"),
                    Map.entry("service.far", "${service.key}"),
                    Map.entry("service.url", "https://u:${vault.key}@host"),
                    Map.entry("service.other", "${missing:${vault.key}}"),
                    Map.entry("service.unused", "${plain.name:${vault.key}}"),
                    Map.entry("service.nested", "${vault.${which}}"),
                    Map.entry("which", "key"),
                    Map.entry("service.named", "very ${vault.named}")), "test", 100))
            .build();

    /** Decrypts by reading from the end. */
    private static final class Reversing implements SecretKeysHandler {
        @Override
        public String decode(String text) {
            return new StringBuilder(text).reverse().toString();
        }

        @Override
        public String getName() {
            return "reversing";
        }
    }

    private static Set<String> secrets(String name, String... concealed) {
        ReadableConfig rules = new ReadableConfig() {
            @Override
            public Optional<List<String>> allow() {
                return Optional.of(List.of(name));
            }

            @Override
            public Optional<List<String>> conceal() {
                return Optional.of(List.of(concealed));
            }
        };
        return ReadableProperties.read(List.of(reading(name)), CONFIG, rules).secrets();
    }

    /** A program with a call whose arguments read a property. */
    private static Program reading(String name) {
        ObjectNode names = JsonNodeFactory.instance.objectNode().putNull(name);
        VariableBinding binding = new VariableBinding("config", VariableBinding.Source.CONFIG, -1, -1, -1, names);
        Operation call = new Operation.Call(0, new EffectIdTemplate("/do/0/call", new int[0]), Operation.Call.HTTP,
                new BoundExpression(null, List.of(binding)), false);
        return new Program(
                new ProgramMetadata("shop:case", "1.0.0", ProgramTriggers.NONE, InstanceSettingsPlan.NONE, AnswerPlan.NONE),
                List.of(call), List.of(), List.of(), List.of(), List.of(), List.of(), -1, 0, 0, 0);
    }

    @Test
    void valuesThatAreDecryptedAreSecrets() {
        assertThat(secrets("vault.key")).containsExactly("secret");
        assertThat(secrets("vault.part")).containsExactly("https://u:word@host");
    }

    @Test
    void valuesThatReferToADecryptedOneAreSecretsAndSoIsThat() {
        assertThat(secrets("service.key")).containsExactly("secret");
        assertThat(secrets("service.far")).containsExactly("secret");
        assertThat(secrets("service.url")).containsExactlyInAnyOrder("https://u:secret@host", "secret");
        assertThat(secrets("service.other")).containsExactly("secret");
        assertThat(secrets("service.nested")).containsExactly("secret");
    }

    @Test
    void valuesThatReferToAConcealedOneAreSecretsAndSoIsThat() {
        assertThat(secrets("service.named", "vault.*")).containsExactlyInAnyOrder("very hush", "hush");
        assertThat(secrets("service.named", "vault.named")).containsExactlyInAnyOrder("very hush", "hush");
        assertThat(secrets("service.named", "service.named")).containsExactly("very hush");
    }

    @Test
    void otherValuesAreNone() {
        for (String name : List.of("plain.name", "plain.address", "plain.escaped", "plain.of", "service.named",
                "service.unused")) {
            assertThat(secrets(name)).as(name).isEmpty();
        }
    }
}

package dev.cairn.quarkus.secret;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import java.util.List;
import java.util.Map;

import org.junit.jupiter.api.Test;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;

import dev.cairn.api.WorkflowError;
import dev.cairn.api.WorkflowError.Standard;
import dev.cairn.api.WorkflowException;
import dev.cairn.effect.function.ConversionException;
import dev.cairn.engine.port.EffectCall;
import dev.cairn.engine.port.ErrorResponseException;
import io.smallrye.mutiny.Uni;

/** The failure of a call is stored and logged: it must not quote a secret that the call was made with. */
class ConcealingPerformerTest {

    private static final String SECRET = "correct horse";
    private static final WorkflowError ERROR = WorkflowError.of(Standard.COMMUNICATION, "Refused", null, "/do/0/pay");

    @Test
    void keepsAnExceptionThatQuotesNone() {
        IllegalStateException thrown = new IllegalStateException("down", new IllegalArgumentException("port"));

        assertThat(outcome(thrown)).isSameAs(thrown);
    }

    @Test
    void replacesOneThatQuotesItInItsMessage() {
        assertConcealed(new IllegalStateException("refused: " + SECRET), "IllegalStateException: refused: ***");
    }

    @Test
    void replacesOneThatQuotesItInACauseOrBesideIt() {
        assertConcealed(new IllegalStateException("refused", new IllegalArgumentException(SECRET)),
                "IllegalStateException: refused");
        IllegalStateException suppressing = new IllegalStateException("refused");
        suppressing.addSuppressed(new IllegalArgumentException(SECRET));
        assertConcealed(suppressing, "IllegalStateException: refused");
    }

    @Test
    void leavesAValueThatDoesNotFitWhatItIs() {
        ConversionException misfit = new ConversionException(WorkflowError.of(Standard.VALIDATION, "Invalid argument",
                "does not fit: /" + SECRET + " is null", "/do/0/pay"));

        assertThat(outcome(misfit)).as("it is logged").isInstanceOf(ConversionException.class);
        assertConcealed(misfit, "does not fit: /*** is null");
    }

    @Test
    void concealsTheAnswerThatIsTheErrorBeforeItIsCut() {
        String before = "x".repeat(ErrorResponseException.MAX_BODY_SIZE - 5);
        ObjectNode whole = JsonNodeFactory.instance.objectNode().put("status", 500).put("body",
                before + SECRET + "y".repeat(99));
        whole.putObject("headers").put("x", "a " + SECRET);
        ErrorResponseException refused = new ErrorResponseException("", any -> ERROR, whole);

        assertThat(refused.response().get("body").textValue()).as("without care").endsWith("xcorre");
        assertThat(outcome(refused)).isInstanceOfSatisfying(ErrorResponseException.class, concealed -> {
            assertThat(concealed.response().get("headers")).hasToString("{\"x\":\"a ***\"}");
            assertThat(concealed.response().get("body").textValue()).isEqualTo(before + "***yy");
            assertThat(concealed.response().get("truncated").booleanValue()).isTrue();
        });
    }

    private static void assertConcealed(Throwable thrown, String detail) {
        assertThat(outcome(thrown)).isInstanceOfSatisfying(WorkflowException.class,
                concealed -> assertThat(concealed.error().detail()).isEqualTo(detail)).hasNoCause().hasNoSuppressedExceptions();
    }

    private static Throwable outcome(Throwable thrown) {
        ApplicationSecrets secrets = new ApplicationSecrets();
        secrets.configure(Map.of(), Map.of(), List.of());
        secrets.replace("token", Map.of("value", SECRET));
        ConcealingPerformer performer = new ConcealingPerformer(call -> Uni.createFrom().failure(thrown), secrets);
        EffectCall call = new EffectCall("i", "shop:orders", "1.0.0", "/do/0/pay", "key", TextNode.valueOf("Bearer " + SECRET));
        return catchThrowable(() -> performer.perform(call).await().indefinitely());
    }
}

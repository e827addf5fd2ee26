package dev.cairn.deployment.function;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.stream.Stream;

import jakarta.transaction.Transactional;

import org.assertj.core.api.ListAssert;
import org.jboss.jandex.ClassInfo;
import org.jboss.jandex.Index;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import dev.cairn.definition.Problem;
import dev.cairn.definition.ProblemCollector;
import dev.cairn.effect.function.FunctionThreadKind;
import io.quarkus.deployment.pkg.builditem.CompiledJavaVersionBuildItem;
import io.quarkus.deployment.pkg.builditem.CompiledJavaVersionBuildItem.JavaVersion;
import io.smallrye.common.annotation.Blocking;
import io.smallrye.common.annotation.NonBlocking;
import io.smallrye.common.annotation.RunOnVirtualThread;
import io.smallrye.mutiny.Uni;

/** The table of Quarkus REST: signature, annotation on the method, annotation on the class or above it. */
class ThreadRulesTest {

    private static Index index;

    @BeforeAll
    static void indexClasses() throws IOException {
        index = Index.of(Plain.class, NonBlockingClass.class, Below.class, BlockingClass.class, VirtualClass.class,
                TransactionalClass.class);
    }

    @ParameterizedTest
    @CsvSource({
            "Plain, value, WORKER",
            "Plain, nothing, WORKER",
            "Plain, uni, EVENT_LOOP",
            "Plain, stage, EVENT_LOOP",
            "Plain, future, EVENT_LOOP",
            "Plain, valueNonBlocking, EVENT_LOOP",
            "Plain, uniBlocking, WORKER",
            "Plain, uniTransactional, WORKER",
            "Plain, uniTransactionalNonBlocking, EVENT_LOOP",
            "NonBlockingClass, value, EVENT_LOOP",
            "NonBlockingClass, valueBlocking, WORKER",
            "Below, inherited, EVENT_LOOP",
            "BlockingClass, uni, WORKER",
            "BlockingClass, uniNonBlocking, EVENT_LOOP",
            "TransactionalClass, uni, WORKER",
    })
    void choosesAsQuarkusRestDoes(String type, String method, FunctionThreadKind thread) {
        ProblemCollector problems = new ProblemCollector();

        assertThat(decide(type, method, CompiledJavaVersionBuildItem.unknown(), problems)).isEqualTo(thread);
        assertThat(problems.all()).isEmpty();
    }

    @Test
    void choosesVirtualThreadsWhereThereAreSome() {
        ProblemCollector problems = new ProblemCollector();

        assertThat(decide("Plain", "virtual", CompiledJavaVersionBuildItem.unknown(), problems))
                .isEqualTo(FunctionThreadKind.VIRTUAL);
        assertThat(decide("VirtualClass", "uni", CompiledJavaVersionBuildItem.unknown(), problems))
                .isEqualTo(FunctionThreadKind.VIRTUAL);
        messages(problems).allMatch(message -> message.contains("has no virtual threads"))
                .hasSize(Runtime.version().feature() < 21 ? 2 : 0);
    }

    @Test
    void refusesVirtualThreadsForClassesThatAreTooOld() {
        ProblemCollector problems = new ProblemCollector();

        decide("Plain", "virtual", CompiledJavaVersionBuildItem.fromMajorJavaVersion(61), problems);

        messages(problems).hasSize(1).first().asString().contains("Plain#virtual uses @RunOnVirtualThread, and ");
    }

    @Test
    void refusesContradictions() {
        ProblemCollector problems = new ProblemCollector();

        decide("Plain", "torn", CompiledJavaVersionBuildItem.unknown(), problems);
        decide("Plain", "virtualNonBlocking", CompiledJavaVersionBuildItem.unknown(), problems);

        messages(problems).filteredOn(message -> message.contains("has both")).hasSize(2)
                .anyMatch(message -> message.contains("#torn has both @Blocking and @NonBlocking."))
                .anyMatch(message -> message.contains("#virtualNonBlocking has both @RunOnVirtualThread and @NonBlocking."));
    }

    private static FunctionThreadKind decide(String type, String method, CompiledJavaVersionBuildItem compiledFor,
            ProblemCollector problems) {
        JavaVersion version = compiledFor.getJavaVersion();
        ClassInfo bean = index.getClassByName(ThreadRulesTest.class.getName() + "$" + type);
        return Stream.of(bean, index.getClassByName(bean.superName())).flatMap(
                declaring -> declaring == null ? Stream.empty() : declaring.methods().stream())
                .filter(candidate -> candidate.name().equals(method)).findFirst()
                .map(found -> new ThreadRules(index, version, problems).decide(FunctionMethod.ofBean(found, bean),
                        found.returnType()))
                .orElseThrow();
    }

    private static ListAssert<String> messages(ProblemCollector problems) {
        return assertThat(problems.all().stream().map(Problem::message).toList());
    }

    static class Plain {
        String value() {
            return "";
        }

        void nothing() {}

        Uni<String> uni() {
            return null;
        }

        CompletionStage<List<String>> stage() {
            return null;
        }

        CompletableFuture<String> future() {
            return null;
        }

        @NonBlocking
        String valueNonBlocking() {
            return "";
        }

        @Blocking
        Uni<String> uniBlocking() {
            return null;
        }

        @Transactional
        Uni<String> uniTransactional() {
            return null;
        }

        @Transactional
        @NonBlocking
        Uni<String> uniTransactionalNonBlocking() {
            return null;
        }

        @RunOnVirtualThread
        String virtual() {
            return "";
        }

        @RunOnVirtualThread
        @NonBlocking
        String virtualNonBlocking() {
            return "";
        }

        @Blocking
        @NonBlocking
        String torn() {
            return "";
        }
    }

    @NonBlocking
    static class NonBlockingClass {
        String value() {
            return "";
        }

        String inherited() {
            return "";
        }

        @Blocking
        String valueBlocking() {
            return "";
        }
    }

    static class Below extends NonBlockingClass {}

    @Blocking
    static class BlockingClass {
        Uni<String> uni() {
            return null;
        }

        @NonBlocking
        Uni<String> uniNonBlocking() {
            return null;
        }
    }

    @RunOnVirtualThread
    static class VirtualClass {
        Uni<String> uni() {
            return null;
        }
    }

    @Transactional
    static class TransactionalClass {
        Uni<String> uni() {
            return null;
        }
    }
}

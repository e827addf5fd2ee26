package dev.cairn.extension;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.fail;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

import dev.cairn.api.WorkflowFunction;
import dev.cairn.extension.inherited.PackageHeir;
import dev.cairn.extension.inherited.SingleHeir;
import io.quarkus.test.QuarkusUnitTest;

/** A method that a proxy in another package cannot call fails the build: it would be called on the proxy, or fail each time. */
public class InheritedMethodProblemsTest {

    private static final String ANCESTOR = "CAIRN-0605 dev.cairn.extension.InheritedMethodProblemsTest$Ancestor#";
    private static final String PROXY = ", and the bean dev.cairn.extension.inherited.PackageHeir, whose proxy calls it, is in another"
            + " package. Make ";

    @RegisterExtension
    static final QuarkusUnitTest APPLICATION = new QuarkusUnitTest()
            .withApplicationRoot(root -> root.addClasses(Ancestor.class, Order.class, PackageHeir.class, OfSingleton.class,
                    SingleHeir.class))
            .assertException(failure -> assertThat(failure.getMessage().lines().skip(1)
                    .map(line -> line.replaceFirst(".*: (CAIRN-\\d+): ", "$1 "))).containsExactlyInAnyOrder(
                            ANCESTOR + "close is package-private" + PROXY + "it protected or public, or the bean a @Singleton.",
                            ANCESTOR + "open has a parameter of type dev.cairn.extension.InheritedMethodProblemsTest$Order[], which"
                                    + " is not public" + PROXY + "the type public, or the bean a @Singleton."));

    record Order(String sku) {}

    public abstract static class Ancestor {
        @WorkflowFunction
        String close(String text) {
            return text;
        }

        @WorkflowFunction
        public String open(Order[] orders) {
            return orders[0].sku();
        }

        @WorkflowFunction
        protected String fine(int[] numbers) {
            return String.valueOf(numbers[0]);
        }
    }

    public abstract static class OfSingleton {
        @WorkflowFunction
        String closeToo(Order order) {
            return order.sku();
        }
    }

    @Test
    void isNeverRun() {
        fail("The build should have failed");
    }
}

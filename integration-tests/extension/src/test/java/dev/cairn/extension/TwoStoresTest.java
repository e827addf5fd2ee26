package dev.cairn.extension;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.fail;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

import dev.cairn.deployment.StoreBuildItem;
import io.quarkus.builder.BuildContext;
import io.quarkus.builder.BuildStep;
import io.quarkus.test.QuarkusUnitTest;

/** An application has one store. */
class TwoStoresTest {

    @RegisterExtension
    static final QuarkusUnitTest APPLICATION = new QuarkusUnitTest()
            .withEmptyApplication()
            .addBuildChainCustomizer(chain -> chain.addBuildStep(new BuildStep() {
                @Override
                public void execute(BuildContext context) {
                    context.produce(new StoreBuildItem("another"));
                }
            }).produces(StoreBuildItem.class).build())
            .assertException(failure -> assertThat(failure).hasMessageContaining(
                    "CAIRN-0601: The application has several stores for its workflows: another, none. Keep one of"));

    @Test
    void isNeverRun() {
        fail("The build should have failed");
    }
}

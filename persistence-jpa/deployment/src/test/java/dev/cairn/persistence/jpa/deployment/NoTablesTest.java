package dev.cairn.persistence.jpa.deployment;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Assertions;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

import io.quarkus.test.QuarkusUnitTest;

@Tag("servers")
@Tag("jpa")
class NoTablesTest {

    @RegisterExtension
    static final QuarkusUnitTest APPLICATION = new QuarkusUnitTest().withEmptyApplication()
            .overrideConfigKey("quarkus.datasource.jdbc.url", "jdbc:h2:mem:no-tables;DB_CLOSE_DELAY=-1")
            .assertException(failure -> assertThat(failure).hasStackTraceContaining("CAIRN-0550")
                    .hasStackTraceContaining("quarkus.cairn.jpa.create-tables=true"));

    @Test
    void theApplicationDoesNotStart() {
        Assertions.fail("It started without the tables");
    }
}

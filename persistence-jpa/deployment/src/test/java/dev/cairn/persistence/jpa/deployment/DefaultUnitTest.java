package dev.cairn.persistence.jpa.deployment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.logging.Level;

import jakarta.inject.Inject;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

import dev.cairn.persistence.jpa.deployment.shop.Order;
import dev.cairn.persistence.jpa.entity.InstanceEntity;
import dev.cairn.spi.InstanceStore;
import io.quarkus.narayana.jta.QuarkusTransaction;
import io.quarkus.test.QuarkusUnitTest;

/** The usual application: one datasource, and entities of its own. */
@Tag("servers")
@Tag("jpa")
class DefaultUnitTest {

    @RegisterExtension
    static final QuarkusUnitTest APPLICATION = new QuarkusUnitTest()
            .withApplicationRoot(jar -> jar.addClasses(Order.class, Commits.class))
            .overrideConfigKey("quarkus.datasource.jdbc.url", "jdbc:h2:mem:default-unit;DB_CLOSE_DELAY=-1")
            .overrideConfigKey("quarkus.hibernate-orm.schema-management.strategy", "drop-and-create")
            .setLogRecordPredicate(entry -> entry.getLevel().intValue() >= Level.WARNING.intValue())
            .assertLogRecords(entries -> assertThat(entries).as("what a crash can lose is said at the start")
                    .anyMatch(
                            entry -> entry.getMessage().startsWith("CAIRN-0555") && entry.getMessage().contains("in memory")));

    @Inject
    InstanceStore store;

    @Test
    void theStoreWorksBesideTheEntitiesOfTheApplication() {
        Commits.create(store, "beside");
        QuarkusTransaction.requiringNew().run(() -> new Order("o-1").persist());

        assertThat(store.capabilities().name()).isEqualTo("jpa");
        assertThat(QuarkusTransaction.requiringNew().call(() -> Order.count("number", "o-1"))).isEqualTo(1);
        InstanceEntity found = QuarkusTransaction.requiringNew()
                .call(() -> InstanceEntity.<InstanceEntity>find("workflow", "shop:orders").firstResult());
        assertThat(found.id).isEqualTo("beside");
        assertThat(found.entryCount).isEqualTo(1);
    }

    @Test
    void aTransactionOfTheApplicationHasNoPartInTheStores() {
        assertThatThrownBy(() -> QuarkusTransaction.requiringNew().run(() -> {
            new Order("o-2").persist();
            Commits.create(store, "independent");
            throw new IllegalStateException("The application rolls back");
        })).hasStackTraceContaining("The application rolls back");

        assertThat(QuarkusTransaction.requiringNew().call(() -> Order.count("number", "o-2"))).isZero();
        assertThat(store.row("independent").await().atMost(Commits.PATIENCE)).isPresent();
    }
}

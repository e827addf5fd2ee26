package dev.cairn.persistence.jpa;

import jakarta.enterprise.inject.Any;
import jakarta.enterprise.inject.Default;
import jakarta.enterprise.inject.Disposes;
import jakarta.enterprise.inject.Instance;
import jakarta.enterprise.inject.Produces;
import jakarta.inject.Singleton;

import org.hibernate.SessionFactory;

import dev.cairn.spi.InstanceStore;
import io.quarkus.hibernate.orm.PersistenceUnit.PersistenceUnitLiteral;
import io.quarkus.hibernate.orm.runtime.PersistenceUnitUtil;
import io.quarkus.runtime.Startup;

/** Opens the store when the application starts, and closes it when it stops. */
@Singleton
public class JpaStoreProducer {

    @Produces
    @Singleton
    @Startup
    InstanceStore open(JpaStoreBuildConfig fixed, JpaStoreConfig config, @Any Instance<SessionFactory> sessions) {
        String unit = fixed.persistenceUnit();
        Instance<SessionFactory> ofUnit = PersistenceUnitUtil.isDefaultPersistenceUnit(unit)
                ? sessions.select(Default.Literal.INSTANCE)
                : sessions.select(new PersistenceUnitLiteral(unit));
        return JpaStore.open(ofUnit.get(),
                new JpaSettings(config.concurrentCommits(), config.timeout(), config.createTables()));
    }

    void close(@Disposes InstanceStore store) {
        store.close();
    }
}

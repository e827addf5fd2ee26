package dev.cairn.persistence.jpa;

import io.quarkus.hibernate.orm.runtime.PersistenceUnitUtil;
import io.quarkus.runtime.annotations.ConfigPhase;
import io.quarkus.runtime.annotations.ConfigRoot;
import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithDefault;

/** The JPA store: settings that are fixed when the application is built. */
@ConfigMapping(prefix = "quarkus.cairn.jpa")
@ConfigRoot(phase = ConfigPhase.BUILD_AND_RUN_TIME_FIXED)
public interface JpaStoreBuildConfig {

    /**
     * The persistence unit that the tables of the store belong to, beside entities of the application. A named one is configured
     * as always: with {@code quarkus.hibernate-orm."name".datasource}, and with {@code quarkus.hibernate-orm."name".packages},
     * which is {@code dev.cairn.persistence.jpa.entity} if the unit is there for the store alone.
     */
    @WithDefault(PersistenceUnitUtil.DEFAULT_PERSISTENCE_UNIT_NAME)
    String persistenceUnit();
}

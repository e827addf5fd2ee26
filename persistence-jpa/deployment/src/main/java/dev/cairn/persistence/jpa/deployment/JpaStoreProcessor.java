package dev.cairn.persistence.jpa.deployment;

import java.util.List;
import java.util.Set;

import dev.cairn.deployment.StoreBuildItem;
import dev.cairn.persistence.jpa.JpaStoreBuildConfig;
import dev.cairn.persistence.jpa.JpaStoreProducer;
import dev.cairn.persistence.jpa.entity.AttributeEntity;
import dev.cairn.persistence.jpa.entity.CountDeltaEntity;
import dev.cairn.persistence.jpa.entity.EntryGroupEntity;
import dev.cairn.persistence.jpa.entity.InstanceEntity;
import dev.cairn.persistence.jpa.entity.InstanceMessageEntity;
import dev.cairn.persistence.jpa.entity.NodeEntity;
import dev.cairn.persistence.jpa.entity.NodeMessageEntity;
import io.quarkus.arc.deployment.AdditionalBeanBuildItem;
import io.quarkus.deployment.annotations.BuildProducer;
import io.quarkus.deployment.annotations.BuildStep;
import io.quarkus.deployment.builditem.AdditionalIndexedClassesBuildItem;
import io.quarkus.deployment.builditem.FeatureBuildItem;
import io.quarkus.deployment.builditem.nativeimage.NativeImageResourcePatternsBuildItem;
import io.quarkus.hibernate.orm.deployment.spi.AdditionalJpaModelBuildItem;

/** Makes the JPA store the store of the application, and its entities part of a persistence unit. */
class JpaStoreProcessor {

    private static final String FEATURE = "cairn-persistence-jpa";

    private static final List<Class<?>> ENTITIES = List.of(InstanceEntity.class, EntryGroupEntity.class, AttributeEntity.class,
            NodeEntity.class, InstanceMessageEntity.class, NodeMessageEntity.class, CountDeltaEntity.class);

    @BuildStep
    FeatureBuildItem feature() {
        return new FeatureBuildItem(FEATURE);
    }

    @BuildStep
    StoreBuildItem store() {
        return new StoreBuildItem("jpa");
    }

    @BuildStep
    AdditionalBeanBuildItem bean() {
        return AdditionalBeanBuildItem.unremovableOf(JpaStoreProducer.class);
    }

    @BuildStep
    void entities(JpaStoreBuildConfig config, BuildProducer<AdditionalIndexedClassesBuildItem> indexed,
            BuildProducer<AdditionalJpaModelBuildItem> model) {
        for (Class<?> entity : ENTITIES) {
            indexed.produce(new AdditionalIndexedClassesBuildItem(entity.getName()));
            model.produce(new AdditionalJpaModelBuildItem(entity.getName(), Set.of(config.persistenceUnit())));
        }
    }

    @BuildStep
    NativeImageResourcePatternsBuildItem migrations() {
        return NativeImageResourcePatternsBuildItem.builder().includeGlob("db/cairn/**").build();
    }
}

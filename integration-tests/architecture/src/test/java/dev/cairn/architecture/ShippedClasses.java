package dev.cairn.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.Set;
import java.util.stream.Collectors;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;

/** Reads the classes that are shipped. */
final class ShippedClasses {

    private ShippedClasses() {}

    /** Fails if a shipped package has sources and no class: the POM of this module lacks the module that has it. */
    static JavaClasses read() {
        JavaClasses classes = new ClassFileImporter().withImportOption(new ImportOption.DoNotIncludeTests())
                .importPackages("dev.cairn");
        Path top = Sources.top();
        Set<String> packages = DeclaredNames.of(top, Sources.below(top)).shippedByPackage().keySet();
        assertThat(packages).contains("dev.cairn.spi", "dev.cairn.persistence.jpa.deployment");
        assertThat(classes.stream().map(JavaClass::getPackageName).collect(Collectors.toSet())).containsAll(packages);
        return classes;
    }
}

package dev.cairn.persistence.none;

import static dev.cairn.testkit.SampleInstances.create;
import static dev.cairn.testkit.SampleInstances.running;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

import dev.cairn.spi.InstanceStore;
import dev.cairn.testkit.InstanceStoreContract;

class NullInstanceStoreTest extends InstanceStoreContract {

    @Override
    protected InstanceStore open() {
        return new NullInstanceStore();
    }

    @Test
    void saysThatItKeepsNothing() {
        assertThat(store().capabilities().keepsState()).isFalse();
    }

    @Test
    void whatWasCommittedIsNotFound() {
        write(create(running("a"), "1"));

        assertThat(row("a")).isEmpty();
        assertThat(await(store().load("a"))).isEmpty();
    }
}

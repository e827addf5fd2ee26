package dev.cairn.persistence.file.deployment;

import java.util.List;

import jakarta.inject.Inject;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;

import dev.cairn.api.InstanceStatus;
import dev.cairn.spi.InstanceRow;
import dev.cairn.spi.InstanceStore;
import dev.cairn.spi.InstanceWrite;
import io.smallrye.mutiny.Uni;

/** Writes one entry a request, and says how many there are. */
@Path("/count")
public class CountingResource {

    @Inject
    InstanceStore store;

    @GET
    public Uni<String> count() {
        return store.load("counter").flatMap(found -> {
            int entries = found.map(instance -> instance.entries().size()).orElse(0);
            InstanceRow row = new InstanceRow("counter", "test:counter", "1", InstanceStatus.RUNNING, 1, 1, InstanceRow.NEVER,
                    null);
            return store.commit(List.of(InstanceWrite.of(row, 1, entries, List.of(new byte[] { 1 }))))
                    .replaceWith(() -> String.valueOf(entries + 1));
        });
    }
}

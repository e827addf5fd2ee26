package dev.cairn.demo.greeting;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;

import dev.cairn.api.CairnClient;
import dev.cairn.api.StartRequest;
import io.smallrye.mutiny.Uni;

@ApplicationScoped
public class Reception {

    @Inject
    CairnClient cairn;

    public Uni<Welcome> receive(Greeter.Person person, String visit) {
        StartRequest request = StartRequest.of("greeting").withInput(person).withIdempotencyKey(visit);
        return cairn.start(request).chain(instance -> instance.result(Welcome.class));
    }

    public record Welcome(String text) {}
}

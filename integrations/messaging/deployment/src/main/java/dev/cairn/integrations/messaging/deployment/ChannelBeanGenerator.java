package dev.cairn.integrations.messaging.deployment;

import java.util.concurrent.Flow;

import jakarta.inject.Inject;
import jakarta.inject.Singleton;

import org.eclipse.microprofile.reactive.messaging.Acknowledgment;
import org.eclipse.microprofile.reactive.messaging.Incoming;
import org.eclipse.microprofile.reactive.messaging.Message;
import org.eclipse.microprofile.reactive.messaging.Outgoing;

import dev.cairn.integrations.messaging.incoming.IncomingChannels;
import dev.cairn.integrations.messaging.outgoing.OutgoingChannels;
import io.quarkus.gizmo2.Const;
import io.quarkus.gizmo2.GenericType;
import io.quarkus.gizmo2.Gizmo;
import io.quarkus.gizmo2.TypeArgument;
import io.quarkus.gizmo2.desc.FieldDesc;
import io.quarkus.gizmo2.desc.MethodDesc;
import io.quarkus.runtime.util.HashUtil;

/** Generates a bean for each channel, which gives Quarkus Messaging the subscriber or publisher of the channel. */
final class ChannelBeanGenerator {

    private static final String PACKAGE = "dev.cairn.integrations.messaging.generated.";
    private static final GenericType ANY_MESSAGE = GenericType.ofClass(Message.class, TypeArgument.of(Object.class));
    private static final GenericType SUBSCRIBER = GenericType.ofClass(Flow.Subscriber.class,
            TypeArgument.ofExact((GenericType.OfReference) ANY_MESSAGE));
    private static final GenericType PUBLISHER = GenericType.ofClass(Flow.Publisher.class,
            TypeArgument.ofExact((GenericType.OfReference) ANY_MESSAGE));

    private final Gizmo gizmo;

    ChannelBeanGenerator(Gizmo gizmo) {
        this.gizmo = gizmo;
    }

    void receiver(String channel) {
        gizmo.class_(name("Receiver_", channel), type -> {
            type.addAnnotation(Singleton.class);
            type.defaultConstructor();
            FieldDesc channels = type.field("channels", field -> {
                field.setType(IncomingChannels.class);
                field.packagePrivate();
                field.addAnnotation(Inject.class);
            });
            type.method("subscriber", method -> {
                method.public_();
                method.returning(SUBSCRIBER);
                method.addAnnotation(Incoming.class, values -> values.add("value", channel));
                method.addAnnotation(Acknowledgment.class,
                        values -> values.add("value", Acknowledgment.Strategy.MANUAL));
                method.body(body -> body.return_(body.invokeVirtual(
                        MethodDesc.of(IncomingChannels.class, "subscriber", Flow.Subscriber.class, String.class),
                        type.this_().field(channels), Const.of(channel))));
            });
        });
    }

    void sender(String channel) {
        gizmo.class_(name("Sender_", channel), type -> {
            type.addAnnotation(Singleton.class);
            type.defaultConstructor();
            FieldDesc channels = type.field("channels", field -> {
                field.setType(OutgoingChannels.class);
                field.packagePrivate();
                field.addAnnotation(Inject.class);
            });
            type.method("publisher", method -> {
                method.public_();
                method.returning(PUBLISHER);
                method.addAnnotation(Outgoing.class, values -> values.add("value", channel));
                method.body(body -> body.return_(body.invokeVirtual(
                        MethodDesc.of(OutgoingChannels.class, "publisher", Flow.Publisher.class, String.class),
                        type.this_().field(channels), Const.of(channel))));
            });
        });
    }

    private static String name(String kind, String channel) {
        return PACKAGE + kind + channel.replaceAll("[^A-Za-z0-9]", "_") + "_" + HashUtil.sha1(channel).substring(0, 8);
    }
}

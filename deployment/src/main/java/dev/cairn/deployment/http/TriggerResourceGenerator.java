package dev.cairn.deployment.http;

import java.lang.annotation.RetentionPolicy;
import java.lang.constant.ClassDesc;
import java.util.List;
import java.util.concurrent.CompletionStage;

import jakarta.enterprise.inject.Default;
import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;

import org.jboss.jandex.AnnotationInstance;
import org.jboss.jandex.IndexView;
import org.jboss.jandex.gizmo2.Jandex2Gizmo;
import org.jboss.resteasy.reactive.server.spi.ServerRequestContext;

import dev.cairn.definition.Document;
import dev.cairn.http.HttpInstanceReader;
import dev.cairn.http.HttpInstanceStarter;
import dev.cairn.http.InstanceReadPermissionCheck;
import dev.cairn.http.TriggerProblemFilter;
import io.quarkus.gizmo2.Const;
import io.quarkus.gizmo2.GenericType;
import io.quarkus.gizmo2.Gizmo;
import io.quarkus.gizmo2.LocalVar;
import io.quarkus.gizmo2.ParamVar;
import io.quarkus.gizmo2.TypeArgument;
import io.quarkus.gizmo2.creator.AnnotatableCreator;
import io.quarkus.gizmo2.creator.ClassCreator;
import io.quarkus.gizmo2.desc.FieldDesc;
import io.quarkus.gizmo2.desc.MethodDesc;
import io.quarkus.runtime.util.HashUtil;
import io.smallrye.common.annotation.Identifier;
import io.smallrye.common.annotation.NonBlocking;
import io.smallrye.mutiny.Uni;
import io.smallrye.mutiny.groups.UniCreate;

/**
 * Generates resource classes. They only call into {@code dev.cairn.http}.
 */
final class TriggerResourceGenerator {

    static final String PACKAGE = TriggerProblemFilter.GENERATED_PACKAGE;
    static final String START = "start";
    private static final String[] MEDIA_TYPES = { MediaType.APPLICATION_JSON, "application/problem+json" };
    private static final GenericType STAGE_OF_RESPONSE = GenericType.ofClass(CompletionStage.class,
            TypeArgument.of(Response.class));
    private static final GenericType UNI_OF_RESPONSE = GenericType.ofClass(Uni.class, TypeArgument.of(Response.class));
    private static final GenericType UNI_OF_NOTHING = GenericType.ofClass(Uni.class, TypeArgument.of(Void.class));

    private static final ClassDesc OPERATION = ClassDesc.of("org.eclipse.microprofile.openapi.annotations.Operation");

    private final Gizmo gizmo;
    private final IndexView index;

    TriggerResourceGenerator(Gizmo gizmo, IndexView index) {
        this.gizmo = gizmo;
        this.index = index;
    }

    static String triggerName(Document document) {
        String readable = document.toString().replaceAll("[^A-Za-z0-9]", "_");
        return PACKAGE + readable + "_" + HashUtil.sha1(document.toString()).substring(0, 8);
    }

    /**
     * Generates the resource that starts a workflow.
     *
     * @param document identity of the definition
     * @param path path of the endpoint
     * @param annotations copied to the class
     * @param guard true if it decides who may see the workflow's instances
     */
    void trigger(Document document, String path, List<AnnotationInstance> annotations, boolean guard) {
        gizmo.class_(triggerName(document), type -> {
            type.addAnnotation(Singleton.class);
            type.addAnnotation(Path.class, values -> values.add("value", path));
            annotations.forEach(annotation -> Jandex2Gizmo.addAnnotation(type, annotation, index));
            type.defaultConstructor();
            FieldDesc starter = injected(type, "starter", HttpInstanceStarter.class);
            type.method(START, method -> {
                // Not a Uni: subscribing to one captures contexts that the engine does not use.
                method.returning(STAGE_OF_RESPONSE);
                method.addAnnotation(POST.class);
                method.addAnnotation(NonBlocking.class);
                method.addAnnotation(Produces.class, values -> values.addArray("value", MEDIA_TYPES));
                operationId(method, TriggerApiDocument.startOperation(document));
                ParamVar request = method.parameter("request", parameter -> {
                    parameter.setType(ServerRequestContext.class);
                    parameter.addAnnotation(Context.class);
                });
                method.body(body -> body.return_(body.invokeVirtual(
                        MethodDesc.of(HttpInstanceStarter.class, "start", CompletionStage.class, String.class, String.class,
                                ServerRequestContext.class),
                        type.this_().field(starter), Const.of(document.qualifiedName()), Const.of(document.version()),
                        request)));
            });
            if (guard) {
                guard(type, document.qualifiedName());
            }
        });
    }

    /** The security annotations of the class make an interceptor of Quarkus decide whether the call goes through. */
    private static void guard(ClassCreator type, String workflow) {
        type.implements_(InstanceReadPermissionCheck.class);
        // Beside a qualifier of its own: Quarkus REST looks for beans of resources with the default one.
        type.addAnnotation(Default.class);
        type.addAnnotation(Identifier.class, values -> values.add("value", workflow));
        type.method("permit", method -> {
            method.returning(UNI_OF_NOTHING);
            method.body(body -> {
                LocalVar create = body.localVar("create", body.invokeStatic(
                        MethodDesc.of(Uni.class, "createFrom", UniCreate.class)));
                body.return_(body.invokeVirtual(
                        MethodDesc.of(UniCreate.class, "voidItem", Uni.class), create));
            });
        });
    }

    /** Generates the resource that shows instances; {@code path} is where all of them are. */
    void instances(String path) {
        gizmo.class_(PACKAGE + "Instances", type -> {
            type.addAnnotation(Singleton.class);
            type.addAnnotation(Path.class, values -> values.add("value", path));
            type.defaultConstructor();
            FieldDesc reader = injected(type, "reader", HttpInstanceReader.class);
            type.method("read", method -> {
                method.returning(UNI_OF_RESPONSE);
                method.addAnnotation(GET.class);
                method.addAnnotation(NonBlocking.class);
                method.addAnnotation(Path.class, values -> values.add("value", "{id}"));
                method.addAnnotation(Produces.class, values -> values.addArray("value", MEDIA_TYPES));
                operationId(method, TriggerApiDocument.READ_OPERATION);
                ParamVar id = method.parameter("id", parameter -> {
                    parameter.setType(String.class);
                    parameter.addAnnotation(PathParam.class, values -> values.add("value", "id"));
                });
                method.body(body -> body.return_(body.invokeVirtual(
                        MethodDesc.of(HttpInstanceReader.class, "read", Uni.class, String.class), type.this_().field(reader),
                        id)));
            });
        });
    }

    /** By the name of the annotation alone: an application without OpenAPI does not have its class, and does not miss it. */
    private static void operationId(AnnotatableCreator method, String id) {
        method.addAnnotation(OPERATION, RetentionPolicy.RUNTIME, values -> values.add("operationId", id));
    }

    private static FieldDesc injected(ClassCreator type, String name, Class<?> bean) {
        return type.field(name, field -> {
            field.setType(bean);
            field.packagePrivate();
            field.addAnnotation(Inject.class);
        });
    }
}

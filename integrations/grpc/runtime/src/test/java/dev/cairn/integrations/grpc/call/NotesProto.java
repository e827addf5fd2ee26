package dev.cairn.integrations.grpc.call;

import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.util.List;

import com.google.protobuf.AnyProto;
import com.google.protobuf.DescriptorProtos.DescriptorProto;
import com.google.protobuf.DescriptorProtos.FieldDescriptorProto;
import com.google.protobuf.DescriptorProtos.FieldDescriptorProto.Label;
import com.google.protobuf.DescriptorProtos.FieldDescriptorProto.Type;
import com.google.protobuf.DescriptorProtos.FileDescriptorProto;
import com.google.protobuf.DescriptorProtos.FileDescriptorSet;
import com.google.protobuf.DescriptorProtos.MethodDescriptorProto;
import com.google.protobuf.DescriptorProtos.ServiceDescriptorProto;

import dev.cairn.integrations.grpc.descriptor.GrpcMethodPlan;
import dev.cairn.integrations.grpc.descriptor.MethodBindings;

/** A service with a method of each kind, as a build would have compiled it. */
final class NotesProto {

    static final String PROTO = "notes.proto";

    private static final FileDescriptorSet SET = FileDescriptorSet.newBuilder()
            .addFile(AnyProto.getDescriptor().toProto())
            .addFile(FileDescriptorProto.newBuilder().setName(PROTO).setPackage("notes").setSyntax("proto3")
                    .addDependency("google/protobuf/any.proto")
                    .addMessageType(DescriptorProto.newBuilder().setName("Note")
                            .addField(field("text", 1, Type.TYPE_STRING))
                            .addField(field("big_number", 2, Type.TYPE_INT64))
                            .addField(field("data", 3, Type.TYPE_BYTES))
                            .addField(field("tags", 4, Type.TYPE_STRING).setLabel(Label.LABEL_REPEATED))
                            .addField(field("wrapped", 5, Type.TYPE_MESSAGE).setTypeName(".google.protobuf.Any"))
                            .addField(field("count", 6, Type.TYPE_INT32)))
                    .addService(ServiceDescriptorProto.newBuilder().setName("Notes")
                            .addMethod(method("Echo", false, false)).addMethod(method("Repeat", false, true))
                            .addMethod(method("Gather", true, false)).addMethod(method("Chat", true, true))))
            .build();

    private NotesProto() {}

    private static FieldDescriptorProto.Builder field(String name, int number, Type type) {
        return FieldDescriptorProto.newBuilder().setName(name).setNumber(number).setType(type)
                .setLabel(Label.LABEL_OPTIONAL);
    }

    private static MethodDescriptorProto method(String name, boolean takesStream, boolean givesStream) {
        return MethodDescriptorProto.newBuilder().setName(name).setInputType(".notes.Note").setOutputType(".notes.Note")
                .setClientStreaming(takesStream).setServerStreaming(givesStream).build();
    }

    /** The name of a method that calls have. */
    static String key(String method) {
        return MethodBindings.key(PROTO, "notes.Notes", method);
    }

    /** The methods, by the names that calls have. */
    static MethodBindings bindings() {
        ClassLoader loader = new ClassLoader() {
            @Override
            public InputStream getResourceAsStream(String name) {
                return new ByteArrayInputStream(SET.toByteArray());
            }
        };
        return MethodBindings.of(List.of(plan("Echo"), plan("Repeat"), plan("Gather"), plan("Chat")), loader);
    }

    private static GrpcMethodPlan plan(String method) {
        return new GrpcMethodPlan(key(method), "notes.Notes", method, "notes.desc");
    }
}

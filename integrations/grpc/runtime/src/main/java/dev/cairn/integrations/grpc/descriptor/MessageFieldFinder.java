package dev.cairn.integrations.grpc.descriptor;

import com.google.protobuf.Descriptors.Descriptor;
import com.google.protobuf.Descriptors.FieldDescriptor;

/** Finds the fields of messages by their names in JSON. */
public final class MessageFieldFinder {

    private MessageFieldFinder() {}

    /** The field with a name, which is the one in lower camel case or the one of the proto file; null if there is none. */
    public static FieldDescriptor find(String name, Descriptor message) {
        for (FieldDescriptor field : message.getFields()) {
            if (field.getJsonName().equals(name) || field.getName().equals(name)) {
                return field;
            }
        }
        return null;
    }
}

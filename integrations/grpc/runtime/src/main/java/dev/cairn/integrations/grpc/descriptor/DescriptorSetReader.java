package dev.cairn.integrations.grpc.descriptor;

import java.util.LinkedHashMap;
import java.util.Map;

import com.google.protobuf.DescriptorProtos.FileDescriptorProto;
import com.google.protobuf.DescriptorProtos.FileDescriptorSet;
import com.google.protobuf.Descriptors.DescriptorValidationException;
import com.google.protobuf.Descriptors.FileDescriptor;
import com.google.protobuf.InvalidProtocolBufferException;

/** Reads a compiled proto file. */
public final class DescriptorSetReader {

    private DescriptorSetReader() {}

    /**
     * The descriptors of a proto file and its imports by their names. Imports stand before the files that import them.
     *
     * @param set a {@code FileDescriptorSet} as {@code protoc} writes it with its imports
     * @throws IllegalArgumentException if it is damaged or lacks an import
     */
    public static Map<String, FileDescriptor> read(byte[] set) {
        Map<String, FileDescriptor> files = new LinkedHashMap<>();
        try {
            for (FileDescriptorProto file : FileDescriptorSet.parseFrom(set).getFileList()) {
                FileDescriptor[] imports = file.getDependencyList().stream().map(files::get).toArray(FileDescriptor[]::new);
                files.put(file.getName(), FileDescriptor.buildFrom(file, imports));
            }
        } catch (InvalidProtocolBufferException | DescriptorValidationException | NullPointerException damaged) {
            throw new IllegalArgumentException("The compiled proto file cannot be read", damaged);
        }
        return files;
    }
}

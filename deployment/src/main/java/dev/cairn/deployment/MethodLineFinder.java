package dev.cairn.deployment;

import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;

import io.quarkus.gizmo.Gizmo;

/** Finds the line of a method in a class file. */
final class MethodLineFinder extends ClassVisitor {

    private final String method;
    private final String descriptor;
    private int line;

    private MethodLineFinder(String method, String descriptor) {
        super(Gizmo.ASM_API_VERSION);
        this.method = method;
        this.descriptor = descriptor;
    }

    /** The first line of the code of a method whose descriptor begins so; 0 if there is none. */
    static int of(byte[] classFile, String method, String descriptor) {
        MethodLineFinder found = new MethodLineFinder(method, descriptor);
        new ClassReader(classFile).accept(found, ClassReader.SKIP_FRAMES);
        return found.line;
    }

    @Override
    public MethodVisitor visitMethod(int access, String name, String signature, String generic, String[] exceptions) {
        if (line > 0 || !name.equals(method) || !signature.startsWith(descriptor)) {
            return null;
        }
        return new MethodVisitor(api) {
            @Override
            public void visitLineNumber(int number, Label start) {
                if (line == 0) {
                    line = number;
                }
            }
        };
    }
}

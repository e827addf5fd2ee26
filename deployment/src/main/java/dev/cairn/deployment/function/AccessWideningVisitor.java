package dev.cairn.deployment.function;

import java.util.Set;

import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

import io.quarkus.gizmo.Gizmo;

/**
 * Makes private methods of a class public. Public, because an interface may have no others; they are static, so nothing can
 * override them or be overridden.
 */
final class AccessWideningVisitor extends ClassVisitor {

    private final Set<String> methods;

    /** {@code methods} are names followed by descriptors. */
    AccessWideningVisitor(ClassVisitor next, Set<String> methods) {
        super(Gizmo.ASM_API_VERSION, next);
        this.methods = methods;
    }

    @Override
    public MethodVisitor visitMethod(int access, String name, String descriptor, String signature, String[] exceptions) {
        int opened = methods.contains(name + descriptor) ? access & ~Opcodes.ACC_PRIVATE | Opcodes.ACC_PUBLIC : access;
        return super.visitMethod(opened, name, descriptor, signature, exceptions);
    }
}

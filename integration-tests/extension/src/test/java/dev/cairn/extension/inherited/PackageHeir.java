package dev.cairn.extension.inherited;

import jakarta.enterprise.context.ApplicationScoped;

import dev.cairn.extension.InheritedMethodProblemsTest;

/** Inherits methods that its proxy cannot call. */
@ApplicationScoped
public class PackageHeir extends InheritedMethodProblemsTest.Ancestor {}

package dev.cairn.extension.inherited;

import jakarta.inject.Singleton;

import dev.cairn.extension.InheritedMethodProblemsTest;

/** Has no proxy. */
@Singleton
public class SingleHeir extends InheritedMethodProblemsTest.OfSingleton {}

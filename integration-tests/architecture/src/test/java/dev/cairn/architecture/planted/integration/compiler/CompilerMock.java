package dev.cairn.architecture.planted.integration.compiler;

public class CompilerMock {}

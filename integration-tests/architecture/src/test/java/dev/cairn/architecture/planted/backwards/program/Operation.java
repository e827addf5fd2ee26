package dev.cairn.architecture.planted.backwards.program;

public class Operation {}

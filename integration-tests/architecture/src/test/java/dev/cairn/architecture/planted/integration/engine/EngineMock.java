package dev.cairn.architecture.planted.integration.engine;

public class EngineMock {}

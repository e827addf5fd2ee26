package dev.cairn.architecture.planted.integration.compiler.jq;

public class JqParserMock {}

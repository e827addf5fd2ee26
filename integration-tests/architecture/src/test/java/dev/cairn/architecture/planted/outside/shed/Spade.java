package dev.cairn.architecture.planted.outside.shed;

public class Spade {}

package dev.cairn.architecture.planted.reaching.engine.port;

public class EffectCall {}

package dev.cairn.architecture.planted.reaching.engine.instance;

public class Instance {}

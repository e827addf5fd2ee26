package dev.cairn.engine.instance;

/** A message that is handled even while the instance is parked: its sender waits for the answer. */
interface AnsweredMessage extends Runnable {}

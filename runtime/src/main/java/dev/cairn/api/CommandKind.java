package dev.cairn.api;

/** The commands that an instance can be given. */
public enum CommandKind {
    /** {@link CairnClient#start(StartRequest)}. */
    START,
    /** {@link InstanceHandle#suspend()}. */
    SUSPEND,
    /** {@link InstanceHandle#resume()}. */
    RESUME,
    /** {@link InstanceHandle#cancel()}. */
    CANCEL,
    /** {@link InstanceHandle#cancelAndCompensate()}. */
    COMPENSATE,
    /** {@link InstanceHandle#retry()}. */
    RETRY,
    /** {@link InstanceHandle#fork(ForkRequest)}: the instance is a fork of another one. */
    FORK,
    /** {@link InstanceHandle#send(io.cloudevents.CloudEvent)}. */
    SEND,
    /** {@link InstanceHandle#fireTimer(String)}. */
    FIRE
}

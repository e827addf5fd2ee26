package dev.cairn.driver.rate;

/** What is counted of the instances of a workflow. */
public enum RateKind {
    STARTED,
    COMPLETED,
    FAULTED
}

package dev.cairn.engine.schedule;

/** Receives the outcome of an evaluation of a schedule, and keeps its state in the store or in memory. */
interface ScheduleEvaluationListener {

    /** The evaluation is over. */
    void evaluated(ScheduleOutcome outcome);

    /** Nothing was decided: the state is as it was, and the evaluation is to be repeated after a delay. */
    void deferred(long delayMillis);

    /** The store has failed: the state is as it was, and the evaluation is to be repeated later. */
    void failed(Throwable failure);
}

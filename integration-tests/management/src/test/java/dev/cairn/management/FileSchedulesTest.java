package dev.cairn.management;

/** Operators see and steer schedules over HTTP, with the file store. */
class FileSchedulesTest extends ScheduleOperationsContract {}

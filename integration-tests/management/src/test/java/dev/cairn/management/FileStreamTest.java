package dev.cairn.management;

/** The stream of changes over HTTP shows a caller the changes of instances as they happen, with the file store. */
class FileStreamTest extends WatchChangesContract {}

package dev.cairn.management;

/** The management API shows workflows and instances over HTTP, with the file store. */
class FileInstancesTest extends WatchInstancesContract {}

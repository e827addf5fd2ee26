package dev.cairn.management;

/** Operators give commands to instances over HTTP, with the file store. */
class FileCommandsTest extends CommandInstancesContract {}

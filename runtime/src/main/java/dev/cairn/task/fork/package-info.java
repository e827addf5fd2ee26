/** {@code fork}: branches that go on at the same time. */
package dev.cairn.task.fork;

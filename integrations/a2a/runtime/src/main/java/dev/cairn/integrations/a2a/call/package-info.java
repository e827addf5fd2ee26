/** A2A calls: arguments, limits, and the tasks that agents work on. */
package dev.cairn.integrations.a2a.call;

/** An application with workflows whose calls are interrupted: they are all in YAML. */
package dev.cairn.crash.calls;

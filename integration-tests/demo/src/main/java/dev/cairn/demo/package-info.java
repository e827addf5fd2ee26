/**
 * A shop: orders are fulfilled by a workflow in the fluent form, quotes by one in YAML. The application that {@code ./run}
 * starts.
 */
package dev.cairn.demo;

/** Remembers the last events that came to the instances of this node. */
package dev.cairn.driver.recent;

/** What came to the instances of this node lately, for people who look for it. */
package dev.cairn.driver.recent;

/** Rates of instances that began and ended recently on this node, by workflow. */
package dev.cairn.driver.rate;

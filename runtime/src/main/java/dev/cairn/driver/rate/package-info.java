/** How many instances began and ended lately on this node, by workflow. */
package dev.cairn.driver.rate;

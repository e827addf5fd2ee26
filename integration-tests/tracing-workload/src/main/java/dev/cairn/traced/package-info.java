/** An application whose traces tests look at. */
package dev.cairn.traced;

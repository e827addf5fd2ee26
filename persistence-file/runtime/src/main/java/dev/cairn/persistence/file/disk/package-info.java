/** Files and directories below the store. */
package dev.cairn.persistence.file.disk;

/** Programs of this machine that integrations talk to. */
package dev.cairn.spi.program;

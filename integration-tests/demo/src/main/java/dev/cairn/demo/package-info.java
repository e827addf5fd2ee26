/**
 * Order fulfilment, the demo application.
 */
package dev.cairn.demo;

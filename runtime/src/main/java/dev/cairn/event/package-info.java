/** Events: what CloudEvents 1.0 says of them, as JSON and as the types of the official SDK. */
package dev.cairn.event;

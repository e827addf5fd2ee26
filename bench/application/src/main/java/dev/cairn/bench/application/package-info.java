/** The application that is measured over HTTP. */
package dev.cairn.bench.application;

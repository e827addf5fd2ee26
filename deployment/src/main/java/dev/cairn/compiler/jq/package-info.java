/** The jq parser: text in, expression tree out. Used while an application is built, never when it runs. */
package dev.cairn.compiler.jq;

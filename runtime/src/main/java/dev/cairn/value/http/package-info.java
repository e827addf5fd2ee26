/** The rules of HTTP that a build applies to constants, and a running application to results of expressions. */
package dev.cairn.value.http;

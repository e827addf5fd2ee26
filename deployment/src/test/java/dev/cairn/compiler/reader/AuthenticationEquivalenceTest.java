package dev.cairn.compiler.reader;

import static dev.cairn.compiler.reader.Compared.assertSame;
import static dev.cairn.fluent.Flows.flow;
import static dev.cairn.fluent.Flows.http;
import static dev.cairn.fluent.Flows.oauth2;
import static dev.cairn.fluent.Flows.oidc;

import org.junit.jupiter.api.Test;

/** Requests for tokens in Java are the same as in YAML. */
class AuthenticationEquivalenceTest {

    @Test
    void tokens() {
        assertSame("""
                        use: {secrets: [shop]}
                        do:
                          - a:
                              call: http
                              with:
                                method: GET
                                endpoint:
                                  uri: https://pets.example.com
                                  authentication:
                                    oauth2:
                                      authority: https://{tenant}.example.com
                                      grant: urn:ietf:params:oauth:grant-type:token-exchange
                                      client: {id: c, assertion: "${ .jwt }", authentication: private_key_jwt}
                                      request: {encoding: application/json}
                                      issuers: [i]
                                      scopes: [s, "${ .scope }"]
                                      audiences: [a]
                                      subject: {token: "${ .subject }", type: st}
                                      actor: {token: "${ .actor }", type: at}
                                      endpoints: {token: /token}
                          - b:
                              call: http
                              with:
                                method: GET
                                endpoint:
                                  uri: https://pets.example.com
                                  authentication:
                                    oidc:
                                      authority: https://id.example.com
                                      grant: password
                                      client: {id: c, secret: "${ $secrets.shop }", authentication: client_secret_basic}
                                      username: u
                                      password: "${ $secrets.shop }"
                        """,
                flow(http("a", "GET", "https://pets.example.com").authentication(
                        oauth2("https://{tenant}.example.com", "urn:ietf:params:oauth:grant-type:token-exchange").client("c")
                                .clientAssertion("${ .jwt }").clientAuthentication("private_key_jwt").asJson().issuers("i")
                                .scopes("s", "${ .scope }").audiences("a").subject("${ .subject }", "st")
                                .actor("${ .actor }", "at").tokenEndpoint("/token")),
                        http("b", "GET", "https://pets.example.com").authentication(
                                oidc("https://id.example.com", "password").client("c", "${ $secrets.shop }")
                                        .clientAuthentication("client_secret_basic").user("u", "${ $secrets.shop }")))
                        .secrets("shop"));
    }

    @Test
    void allSettingsOfOpenIdConnect() {
        assertSame("""
                        do:
                          - a:
                              call: http
                              with:
                                method: GET
                                endpoint:
                                  uri: https://pets.example.com
                                  authentication:
                                    oidc:
                                      authority: https://id.example.com
                                      grant: refresh_token
                                      client: {id: c}
                                      request: {encoding: application/json}
                                      issuers: [i]
                                      scopes: [s]
                                      audiences: [a]
                                      subject: {token: "${ .subject }", type: st}
                                      actor: {token: "${ .actor }", type: at}
                          - b:
                              call: http
                              with:
                                method: GET
                                endpoint:
                                  uri: https://pets.example.com
                                  authentication:
                                    oauth2:
                                      authority: https://id.example.com
                                      grant: password
                                      client: {id: c}
                                      username: u
                                      password: "${ .password }"
                        """,
                flow(http("a", "GET", "https://pets.example.com").authentication(
                        oidc("https://id.example.com", "refresh_token").client("c").asJson().issuers("i").scopes("s")
                                .audiences("a").subject("${ .subject }", "st").actor("${ .actor }", "at")),
                        http("b", "GET", "https://pets.example.com").authentication(
                                oauth2("https://id.example.com", "password").client("c").user("u", "${ .password }"))));
    }
}

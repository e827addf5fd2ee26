package dev.cairn.management;

import static io.restassured.RestAssured.given;

import java.util.Map;

import io.quarkus.test.QuarkusUnitTest;
import io.restassured.specification.RequestSpecification;

/** Users of an application under test, who authenticate with HTTP Basic. The password of a user is the first letter of the name. */
final class EmbeddedUsers {

    private EmbeddedUsers() {}

    /** @param roles by user, separated by commas */
    static QuarkusUnitTest add(QuarkusUnitTest application, Map<String, String> roles) {
        application.overrideConfigKey("quarkus.http.auth.basic", "true")
                .overrideConfigKey("quarkus.security.users.embedded.enabled", "true")
                .overrideConfigKey("quarkus.security.users.embedded.plain-text", "true");
        roles.forEach((user, own) -> application
                .overrideConfigKey("quarkus.security.users.embedded.users." + user, password(user))
                .overrideConfigKey("quarkus.security.users.embedded.roles." + user, own));
        return application;
    }

    static String password(String user) {
        return user.substring(0, 1);
    }

    /** A request of a user. */
    static RequestSpecification as(String user) {
        return given().auth().preemptive().basic(user, password(user));
    }
}

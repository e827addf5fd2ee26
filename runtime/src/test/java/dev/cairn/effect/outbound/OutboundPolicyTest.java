package dev.cairn.effect.outbound;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import dev.cairn.api.WorkflowError;
import dev.cairn.api.WorkflowException;
import dev.cairn.engine.observer.OutboundRefusal;
import dev.cairn.engine.observer.OutboundRefusal.Reason;
import dev.cairn.spi.outbound.OutboundCaller;
import dev.cairn.spi.outbound.OutboundRoute;
import dev.cairn.spi.outbound.OutboundTarget;
import io.smallrye.mutiny.Uni;

/** The policy, with a resolver whose answers the test gives. */
class OutboundPolicyTest {

    private static final String PUBLIC = "93.184.216.34";
    private static final OutboundCaller CALLER = new OutboundCaller("shop:orders", "1.0.0", "i-1", "/do/0/ask");

    private final List<OutboundRefusal> refusals = new ArrayList<>();
    private final List<String> resolved = new ArrayList<>();
    private final Queue<String> answers = new ArrayDeque<>();

    @ParameterizedTest
    @ValueSource(strings = { "127.0.0.1", "127.255.255.254", "10.0.0.1", "172.16.0.1", "172.31.255.255", "192.168.1.1",
            "169.254.0.1", "169.254.169.254", "100.64.0.1", "100.100.100.200", "168.63.129.16", "224.0.0.1", "0.0.0.0",
            "0.1.2.3",
            "255.255.255.255", "192.0.2.1", "198.51.100.7", "203.0.113.9", "198.18.0.1", "240.0.0.1", "192.0.0.192",
            "::", "::1", "fd00:ec2::254", "fd00::1", "fc00::1", "fe80::1", "fe80::1%25eth0", "fec0::1", "ff02::1",
            "2001:db8::1",
            "3fff::1", "100::1", "4000::1",
            "::ffff:127.0.0.1", "::ffff:7f00:1", "::127.0.0.1", "::ffff:0:10.0.0.1", "64:ff9b::10.0.0.1", "64:ff9b::a9fe:a9fe",
            "64:ff9b:1::1", "2002:7f00:1::", "2002:a9fe:a9fe::1", "2001:0:7f00:1::" })
    void anAddressThatIsNotPublicIsRefused(String address) {
        assertRefused(policy(), address, Reason.ADDRESS);
        assertThat(resolved).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = { PUBLIC, "172.15.0.1", "172.32.0.1", "100.63.0.1", "100.128.0.1", "192.0.1.1", "223.255.255.255",
            "2606:2800:220:1::1", "::ffff:93.184.216.34", "64:ff9b::93.184.216.34", "2002:5db8:d822::1" })
    void aPublicAddressIsAdmitted(String address) {
        assertThat(admit(policy(), target(address)).address()).isEqualTo(address(address));
    }

    @ParameterizedTest
    @CsvSource({ "2130706433, ADDRESS", "017700000001, ADDRESS", "0x7f000001, ADDRESS", "0X7F.1, ADDRESS",
            "0177.0.0.1, ADDRESS",
            "127.1, ADDRESS", "127.0.1, ADDRESS", "127.0.0.1., ADDRESS", "0x7f.0.0.0x1, ADDRESS", "0, ADDRESS",
            "①②⑦.⓪.⓪.①, ADDRESS", "127。0。0。1, ADDRESS", "%31%32%37.0.0.1, ADDRESS",
            "%E2%91%A0%E2%91%A1%E2%91%A6.%E2%93%AA.0.1, ADDRESS", "010.0.0.1.., INVALID_HOST", "1.2.3.4.5, INVALID_HOST",
            "127.0.0.256, INVALID_HOST", "4294967296, INVALID_HOST", "0x, ADDRESS", "08.0.0.1, INVALID_HOST",
            "1.2.3.0x1ffffffffffffffff, INVALID_HOST", "'', INVALID_HOST", "., INVALID_HOST", "a..b, INVALID_HOST",
            "good@127.0.0.1, INVALID_HOST", "a b, INVALID_HOST", "a/b, INVALID_HOST", "a%00b, INVALID_HOST", "%, INVALID_HOST",
            "::1::, INVALID_HOST", "127.0.0.1:80, INVALID_HOST" })
    void otherFormsOfAnAddressAreReadAsTheAddress(String host, Reason reason) {
        assertRefused(policy(), host, reason);
        assertThat(resolved).isEmpty();
    }

    @Test
    void anOctalNumberIsNoDecimalOne() {
        assertThat(admit(policy(), target("010.8.8.8")).address()).isEqualTo(address("8.8.8.8"));
    }

    @ParameterizedTest
    @CsvSource({ "Api.Example.com., api.example.com", "bücher.example, xn--bcher-kva.example",
            "xn--bcher-kva.example, xn--bcher-kva.example", "b%C3%BCcher.example, xn--bcher-kva.example",
            "with_underscore, with_underscore" })
    void aNameIsResolvedInOneForm(String host, String name) {
        answers.add(PUBLIC);

        assertThat(admit(policy(), target(host)).address()).isEqualTo(address(PUBLIC));
        assertThat(resolved).containsExactly(name);
    }

    @Test
    void theCheckedAddressIsTheOneToConnectTo() {
        answers.addAll(List.of(PUBLIC, "127.0.0.1"));
        OutboundPolicy policy = policy();

        OutboundRoute route = admit(policy, target("rebinding.example"));

        assertThat(route.address()).isEqualTo(address(PUBLIC));
        assertThat(resolved).hasSize(1);
        assertRefused(policy, "rebinding.example", Reason.ADDRESS);
    }

    @Test
    void aNameWithAPrivateAddressIsRefused() {
        answers.add("10.0.0.1");

        assertRefused(policy(), "internal.example", Reason.ADDRESS);
        assertThat(refusals.get(0).detail()).isEqualTo("the host has a private address");
    }

    @Test
    void ofSeveralAddressesTheFirstAdmittedOneIsTaken() {
        answers.add("127.0.0.1 " + PUBLIC + " 10.0.0.1");

        assertThat(admit(policy(), target("mixed.example")).address()).isEqualTo(address(PUBLIC));
    }

    @Test
    void anUnknownHostIsNoRefusal() {
        assertThat(catchThrowable(() -> admit(policy(), target("unknown.example")))).hasRootCauseInstanceOf(
                UnknownHostException.class);
        assertThat(refusals).isEmpty();
    }

    @Test
    void loopbackIsAdmittedInDevModeAndTests() {
        OutboundPolicy local = policy(OutboundRules.of(List.of(), true));
        answers.add("127.0.0.1");

        assertThat(admit(local, target("localhost")).address()).isEqualTo(address("127.0.0.1"));
        assertThat(admit(local, target("::1")).address()).isEqualTo(address("::1"));
        assertRefused(local, "10.0.0.1", Reason.ADDRESS);
        assertRefused(local, "0.0.0.0", Reason.ADDRESS);
        assertRefused(policy(OutboundRules.of(List.of("api.example.com"), true)), "10.0.0.1", Reason.NOT_ALLOWED);
        assertThat(admit(policy(OutboundRules.of(List.of("api.example.com"), true)), target("127.0.0.1"))).isNotNull();
    }

    @ParameterizedTest
    @CsvSource({ "api.example.com, https, api.example.com, 443", "api.example.com, http, API.example.com., 8080",
            "api.example.com:8443, https, api.example.com, 8443", "*.example.com, https, a.b.example.com, 443",
            "https://api.example.com, https, api.example.com, 443", "https://api.example.com/, https, api.example.com, 443",
            "https://*.example.com:8443, https, a.example.com, 8443", "xn--bcher-kva.example, https, bücher.example, 443",
            "bücher.example, https, xn--bcher-kva.example, 443", "*, https, any.example, 443",
            "*:443, https, any.example, 443" })
    void aListedNameIsAdmittedWithAnyAddress(String allowed, String scheme, String host, int port) {
        assertThat(admit(policy(OutboundRules.of(List.of("other.example", allowed), false)),
                new OutboundTarget(scheme, host, port)).address()).isNull();
        assertThat(resolved).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({ "api.example.com, https, evil.example, 443", "api.example.com, https, api.example.com.evil.example, 443",
            "api.example.com, https, xapi.example.com, 443", "*.example.com, https, example.com, 443",
            "*.example.com, https, evilexample.com, 443", "api.example.com:8443, https, api.example.com, 443",
            "https://api.example.com, http, api.example.com, 443", "https://api.example.com, https, api.example.com, 8443" })
    void anotherNameIsRefusedWithoutAQuery(String allowed, String scheme, String host, int port) {
        assertRefused(policy(OutboundRules.of(List.of(allowed), false)), new OutboundTarget(scheme, host, port),
                Reason.NOT_ALLOWED);
        assertThat(resolved).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({ "10.0.0.0/8, 10.255.1.1, 80", "10.0.0.0/8:8080, 10.1.1.1, 8080", "10.1.2.3, 10.1.2.3, 80",
            "http://10.1.2.3:8080, 10.1.2.3, 8080", "fd00::/8, fd12::1, 80", "[fd00::1]:8080, fd00::1, 8080",
            "[fd00::]/8, fd00::1, 80", "fd00::1, fd00::1, 80", "192.168.4.0/22, 192.168.7.255, 80",
            "http://[fd00::1], fd00::1, 80",
            "0x0a000001, 10.0.0.1, 80" })
    void aListedRangeAdmitsItsAddresses(String allowed, String address, int port) {
        OutboundPolicy policy = policy(OutboundRules.of(List.of(allowed), false));
        answers.add(address);

        assertThat(admit(policy, new OutboundTarget("http", address, port)).address()).isEqualTo(address(address));
        assertThat(admit(policy, new OutboundTarget("http", "named.example", port)).address()).isEqualTo(address(address));
    }

    @ParameterizedTest
    @CsvSource({ "10.0.0.0/8, 11.0.0.1, 80", "10.0.0.0/8:8080, 10.1.1.1, 80", "192.168.4.0/22, 192.168.8.0, 80",
            "fd00::/8, 10.0.0.1, 80", "https://10.0.0.1, 10.0.0.1, 443" })
    void addressesOutsideOfAListedRangeAreRefused(String allowed, String address, int port) {
        assertRefused(policy(OutboundRules.of(List.of(allowed), false)), new OutboundTarget("http", address, port),
                Reason.NOT_ALLOWED);
    }

    @ParameterizedTest
    @ValueSource(strings = { "", "10.0.0.0/33", "10.0.0.1/8", "api.example.com:0", "api.example.com:65536", "*.10.0.0.1",
            "*.0.1", "a b",
            "https://", "api.*.com", "fd00::/x", "[fd00::1", "api.example.com/path", "user@api.example.com" })
    void anElementThatCannotBeReadStopsTheStart(String allowed) {
        assertThatThrownBy(() -> OutboundRules.of(List.of(allowed), false)).isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith("CAIRN-0733: ").hasMessageContaining("\"" + allowed + "\"");
    }

    @Test
    void aRedirectionWithinTheOriginKeepsRouteAndCredentials() {
        answers.addAll(List.of(PUBLIC, "127.0.0.1"));
        OutboundRoute first = admit(policy(), target("api.example.com"));

        assertThat(follow(first, target("API.example.com"))).isEqualTo(first);
        assertThat(resolved).hasSize(1);
        OutboundRoute constant = OutboundRoute.constant(target("localhost"));
        assertThat(follow(constant, target("localhost"))).isEqualTo(constant);
    }

    @Test
    void aRedirectionToAnotherOriginIsCheckedAndLosesCredentials() {
        OutboundRoute from = OutboundRoute.constant(target("api.example.com"));
        answers.add(PUBLIC);

        OutboundRoute other = follow(from, target("other.example.com"));
        assertThat(other.address()).isEqualTo(address(PUBLIC));
        assertThat(other.keepsCredentials()).isFalse();
        assertThat(follow(from, new OutboundTarget("https", PUBLIC, 8443)).keepsCredentials()).isFalse();
        assertThatThrownBy(() -> follow(from, target("127.0.0.1"))).isInstanceOf(WorkflowException.class);
        assertThat(refusals).extracting(OutboundRefusal::reason).containsExactly(Reason.ADDRESS);
    }

    @Test
    void aRedirectionFromHttpsToHttpIsRefused() {
        OutboundRoute from = OutboundRoute.constant(target("api.example.com"));

        assertThatThrownBy(() -> follow(from, new OutboundTarget("http", PUBLIC, 80))).isInstanceOf(WorkflowException.class)
                .hasMessageContaining("CAIRN-0734");
        assertThat(follow(OutboundRoute.constant(new OutboundTarget("http", "a.example", 80)), target(PUBLIC)).address())
                .isEqualTo(address(PUBLIC));
    }

    @Test
    void aRefusalIsAnErrorOfAuthorizationAndTold() {
        OutboundPolicy policy = new OutboundPolicy(OutboundRules.of(List.of(), false), this::resolve, refusals::add,
                text -> text.replace("s3cr3t", "***"));
        answers.add("10.0.0.1");

        Throwable refusal = catchThrowable(() -> admit(policy, target("s3cr3t.example")));

        WorkflowError error = ((WorkflowException) refusal).error();
        assertThat(error.type()).isEqualTo(WorkflowError.Standard.AUTHORIZATION.type());
        assertThat(error.status()).isEqualTo(403);
        assertThat(error.instance()).isEqualTo("/do/0/ask");
        assertThat(error.detail()).isEqualTo("CAIRN-0730: Outbound request refused [host=***.example, port=443]: the host has a"
                + " private address. List the target in quarkus.cairn.outbound.allow if workflows may call it.");
        assertThat(refusals).containsExactly(
                new OutboundRefusal(CALLER, "***.example", 443, Reason.ADDRESS, "the host has a private address"));
    }

    private void assertRefused(OutboundPolicy policy, String host, Reason reason) {
        assertRefused(policy, target(host), reason);
    }

    private void assertRefused(OutboundPolicy policy, OutboundTarget target, Reason reason) {
        refusals.clear();
        assertThatThrownBy(() -> admit(policy, target)).isInstanceOf(WorkflowException.class).hasMessageContaining("CAIRN-07");
        assertThat(refusals).extracting(OutboundRefusal::reason).containsExactly(reason);
    }

    private OutboundPolicy policy() {
        return policy(OutboundRules.of(List.of(), false));
    }

    private OutboundPolicy policy(OutboundRules rules) {
        return new OutboundPolicy(rules, this::resolve, refusals::add, text -> text);
    }

    private Uni<List<InetAddress>> resolve(String host) {
        resolved.add(host);
        String answer = answers.poll();
        if (answer == null) {
            return Uni.createFrom().failure(new UnknownHostException(host));
        }
        return Uni.createFrom().item(List.of(answer.split(" ")).stream().map(OutboundPolicyTest::address).toList());
    }

    private static OutboundRoute admit(OutboundPolicy policy, OutboundTarget target) {
        return policy.admit(target, CALLER).await().indefinitely();
    }

    private OutboundRoute follow(OutboundRoute from, OutboundTarget to) {
        return policy().follow(from, to, CALLER).await().indefinitely();
    }

    private static OutboundTarget target(String host) {
        return new OutboundTarget("https", host, 443);
    }

    private static InetAddress address(String text) {
        return AddressRange.address(text);
    }
}

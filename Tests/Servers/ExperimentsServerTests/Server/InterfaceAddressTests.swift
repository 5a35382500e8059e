import TestSupport
import Testing

@testable import ExperimentsServer

@Suite("The address of this machine in its network", .inTurn)
struct InterfaceAddressTests {
    private func reachable(_ addresses: [(String, String)]) -> String? {
        InterfaceAddress.reachable(among: addresses.map { InterfaceAddress(interface: $0.0, address: $0.1) })
    }

    @Test("the address of the Wi-Fi comes before those of tunnels and of virtual networks")
    func order() {
        #expect(
            reachable([("utun3", "10.8.0.2"), ("docker0", "172.17.0.1"), ("en0", "192.168.1.20")])
                == "192.168.1.20")
        #expect(reachable([("eth0", "10.0.0.5"), ("wlan0", "192.168.178.3")]) == "192.168.178.3")
        #expect(reachable([("eth0", "203.0.113.9"), ("eth1", "172.20.0.2")]) == "172.20.0.2")
        #expect(reachable([("bridge100", "192.168.64.1"), ("en1", "10.1.2.3")]) == "10.1.2.3")
    }

    @Test("of addresses that are equally likely, the first counts")
    func first() {
        #expect(reachable([("en0", "192.168.1.20"), ("en1", "192.168.1.21")]) == "192.168.1.20")
    }

    @Test("a tunnel is better than nothing")
    func tunnel() {
        #expect(reachable([("utun3", "10.8.0.2")]) == "10.8.0.2")
    }

    @Test("addresses that reach no other machine do not count")
    func none() {
        #expect(reachable([]) == nil)
        #expect(
            reachable([("en0", "169.254.3.4"), ("lo0", "127.0.0.1"), ("en1", "0.0.0.0"), ("en2", "fe80::1")])
                == nil)
    }

    @Test("no address of the system is of loopback")
    func system() {
        #expect(!InterfaceAddress.system.contains { $0.address.hasPrefix("127.") })
    }
}

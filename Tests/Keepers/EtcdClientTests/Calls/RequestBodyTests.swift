import ExperimentsCore
import TestSupport
import Testing

@testable import ExperimentsEtcdClient

/// etcd passes over members that it does not know: a misspelled one would be lost without a word.
@Suite("Bodies of requests of etcd", .inTurn)
struct RequestBodyTests {
    @Test("a read names its keys, and only what differs from etcd's defaults")
    func read() {
        #expect(EtcdRead(.key("a")).body == ["key": "YQ=="])
        let full = EtcdRead(
            .prefix("a/"), limit: 5, revision: 1 << 60, changedSince: 7, detail: .keys)
        #expect(
            full.body == [
                "key": "YS8=", "range_end": "YTA=", "limit": "5", "revision": "1152921504606846976",
                "min_mod_revision": "7", "keys_only": true,
            ])
        #expect(
            EtcdRead(.all, detail: .count).body == ["key": "AA==", "range_end": "AA==", "count_only": true])
    }

    @Test("a put has a value, or says that the old one stays; likewise its lease")
    func put() {
        #expect(EtcdPut("a", [1]).body == ["key": "YQ==", "value": "AQ=="])
        #expect(EtcdPut("a", []).body == ["key": "YQ==", "value": ""])
        #expect(
            EtcdPut("a", nil, lease: .lease(-9)).body == ["key": "YQ==", "ignore_value": true, "lease": "-9"])
        #expect(
            EtcdPut("a", [1], lease: .kept).body == ["key": "YQ==", "value": "AQ==", "ignore_lease": true])
    }

    @Test("a transaction has its conditions, its steps, and its steps for the other case")
    func transaction() {
        let transaction = EtcdTransaction(
            if: [.isAbsent("a"), .wasChanged("a", at: 7)],
            then: [.put(EtcdPut("a", [1])), .delete(.prefix("a"))], else: [.read(EtcdRead(.key("a")))])
        let compared: JSONValue = [
            ["key": "YQ==", "target": "CREATE", "result": "EQUAL", "create_revision": "0"],
            ["key": "YQ==", "target": "MOD", "result": "EQUAL", "mod_revision": "7"],
        ]
        #expect(
            transaction.body == [
                "compare": compared,
                "success": [
                    ["request_put": ["key": "YQ==", "value": "AQ=="]],
                    ["request_delete_range": ["key": "YQ==", "range_end": "Yg=="]],
                ],
                "failure": [["request_range": ["key": "YQ=="]]],
            ])
    }

    @Test("leases write their numbers as text, which keeps all 64 bits")
    func numbers() {
        #expect(EtcdLeaseGrant(seconds: 60).body == ["TTL": "60"])
        #expect(EtcdLeaseRenewal(.max).body == ["ID": "9223372036854775807"])
        #expect(EtcdLeaseRevocation(-1).body == ["ID": "-1"])
    }

    @Test(
        "a transaction that only reads changes nothing; one that writes may arrive twice only if it was made for that"
    )
    func effects() {
        let read = EtcdOperation.read(EtcdRead(.key("a")))
        let put = EtcdOperation.put(EtcdPut("a", [1]))
        #expect(EtcdTransaction(then: [read], else: [read]).effect == .none)
        #expect(EtcdTransaction(then: [read], else: [put]).effect == .once)
        #expect(EtcdChange(mark: "m", operations: [put]).transaction.effect == .repeatable)
        #expect(EtcdPut("a", [1]).effect == .once)
    }

    @Test("more steps than etcd takes are refused before they are sent")
    func tooMany() {
        let put = EtcdOperation.put(EtcdPut("a", [1]))
        #expect(EtcdTransaction(then: Array(repeating: put, count: 128)).fault == nil)
        let fault = EtcdTransaction(then: Array(repeating: put, count: 129)).fault
        #expect(fault == "a transaction has 129 steps, but etcd accepts 128")
    }
}

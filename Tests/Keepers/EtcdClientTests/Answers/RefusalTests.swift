import ExperimentsCore
import ExperimentsTransport
import TestSupport
import Testing

@testable import ExperimentsEtcdClient

@Suite("Refusals of etcd", .inTurn)
struct RefusalTests {
    @Test("errors within streams are read as 3.4 and as 3.6 write them")
    func streams() throws {
        for text in [
            #"{"error": {"grpc_code": 14, "http_code": 503, "message": "etcdserver: no leader", "http_status": "x"}}"#,
            #"{"error": {"code": 14, "message": "etcdserver: no leader", "details": []}}"#,
        ] {
            guard case .refused(let refusal) = try EtcdWatchLine(Array(text.utf8)) else {
                Issue.record("\(text)")
                return
            }
            #expect(refusal.kind == .noLeader)
            #expect(refusal.description == "no leader")
        }
    }

    @Test(
        "what is known only by its words and its number",
        arguments: [
            (2, "context deadline exceeded", .unavailable),
            (14, "etcdserver: request timed out", .unavailable),
            (14, "etcdserver: no leader", .noLeader), (8, "etcdserver: too many requests", .overloaded),
            (8, "grpc: received message larger than max (2 vs. 1)", .tooLarge),
            (3, "etcdserver: revision of auth store is old", .signInNeeded), (99, "", .other),
        ] as [(Int, String, EtcdRefusal.Kind)])
    func kinds(code: Int, text: String, kind: EtcdRefusal.Kind) {
        #expect(EtcdRefusal(code: code, text: text).kind == kind)
    }

    @Test(
        "what no etcd said is named by HTTP's status: a balancer without members may pass, a page that is not there won't"
    )
    func others() {
        let busy = EtcdRefusal(TransportResponse(status: 503, body: Array("<h1>no backend</h1>".utf8)))
        #expect(busy.kind == .unavailable)
        #expect(busy.description == "HTTP status 503")
        let absent = EtcdRefusal(TransportResponse(status: 404, body: Array("404 page not found\n".utf8)))
        #expect(absent.kind == .other)
        #expect(absent.advice == "check that an etcd of version 3.4 or later listens there")
        let page = EtcdRefusal(TransportResponse(status: 501, body: Array("\n<!DOCTYPE html><html>".utf8)))
        #expect(page.description == "HTTP status 501")
        #expect(EtcdRefusal(TransportResponse(status: 400)).description == "HTTP status 400")
    }

    @Test("a certificate with a name is distinguished, with what to do")
    func certificates() {
        let text =
            "CommonName of client sending a request against gateway will be ignored and not used as expected"
        let refusal = EtcdRefusal(TransportResponse(status: 400, body: Array(text.utf8)))
        #expect(refusal.kind == .namedCertificate)
        #expect(refusal.advice?.contains("without a CommonName") == true)
    }

    @Test("words of a server cannot steer a terminal, and secrets in them are hidden")
    func harmless() {
        let refusal = EtcdRefusal(code: 3, text: "no\u{1B}[2J token hunter2").hiding(["hunter2", ""])
        #expect(refusal.text == "no [2J token (hidden)")
    }
}

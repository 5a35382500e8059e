import ExperimentsCore
import ExperimentsTransport
import TestSupport
import Testing

@testable import ExperimentsEtcdClient

@Suite("Answers of a real etcd", .inTurn)
struct RecordedAnswerTests {
    @Test("a read gives keys with values, revisions and leases")
    func read() throws {
        let answer = try Recorded("read").answer(to: EtcdRead(.prefix("shop/")))
        #expect(
            answer.entries == [
                EtcdEntry(
                    key: "shop/a", value: Array("two".utf8), createRevision: 2, modRevision: 4, version: 2),
                EtcdEntry(
                    key: "shop/c", value: Array("leased".utf8), createRevision: 5, modRevision: 5, version: 1,
                    lease: 77),
            ])
        #expect(answer.count == 2)
        #expect(!answer.hasMore)
        #expect(answer.header.revision == 5)
        #expect(answer.header.clusterID > UInt64(Int64.max))
    }

    @Test("a page says that there is more; an empty answer and a count contain no keys")
    func pages() throws {
        let page = try Recorded("read-page").answer(to: EtcdRead(.all))
        #expect(page.hasMore && page.count == 2 && page.entries.count == 1)
        let nothing = try Recorded("read-nothing").answer(to: EtcdRead(.all))
        #expect(nothing.entries.isEmpty && nothing.count == 0)
        #expect(try Recorded("read-count").answer(to: EtcdRead(.all)).count == 2)
    }

    @Test(
        "the count includes everything, whatever the lowest revision: only the keys show whether something is newer"
    )
    func newer() throws {
        let newer = try Recorded("read-newer").answer(to: EtcdRead(.all))
        #expect(newer.entries.map(\.key) == ["shop/c"])
        let older = try Recorded("read-nothing-newer").answer(to: EtcdRead(.all))
        #expect(older.entries.isEmpty)
        #expect(older.count == 2)
    }

    @Test("a transaction gives what its steps read, of the case that came about")
    func transactions() throws {
        let read = EtcdOperation.read(EtcdRead(.all))
        let put = EtcdOperation.put(EtcdPut("a", []))
        let made = try Recorded("transaction").answer(to: EtcdTransaction(then: [put, put, read]))
        #expect(made.succeeded && made.header.revision == 4)
        #expect(made.reads.map { $0.entries.map(\.key) } == [["shop/a"]])
        let refused = try Recorded("transaction-refused").answer(
            to: EtcdTransaction(then: [put], else: [read, read]))
        #expect(!refused.succeeded)
        #expect(refused.reads.map(\.entries.count) == [0, 1])
    }

    @Test("an answer to other steps than were asked for is refused")
    func otherSteps() throws {
        #expect(throws: MessageError.self) {
            try Recorded("transaction").answer(to: EtcdTransaction(then: [.read(EtcdRead(.all))]))
        }
    }

    @Test("a change finds its mark where it was made before, and a conflict where it was not")
    func changes() throws {
        let change = EtcdChange(mark: "shop/a", operations: [], readsOnConflict: [EtcdRead(.key("shop/b"))])
        let answer = try Recorded("transaction-refused").answer(to: change.transaction)
        #expect(change.result(answer) == .conflict([answer.reads[1]], revision: 4))
        var marked = answer
        marked.reads.swapAt(0, 1)
        #expect(change.result(marked) == .made(revision: 2))
    }

    @Test("leases are granted, renewed, and gone without an error")
    func leases() throws {
        #expect(
            try Recorded("lease").answer(to: EtcdLeaseGrant(seconds: 60)) == EtcdLease(id: 77, seconds: 60))
        #expect(
            try Recorded("lease-renewed").answer(to: EtcdLeaseRenewal(77)) == EtcdLease(id: 77, seconds: 60))
        #expect(try Recorded("lease-gone").answer(to: EtcdLeaseRenewal(77)) == nil)
    }

    @Test("members and their state are read, alarms included")
    func cluster() throws {
        let members = try Recorded("members").answer(to: EtcdMemberList())
        #expect(members.map(\.name) == ["recorded"])
        #expect(members.map(\.clientURLs) == [["http://127.0.0.1:2379"]])
        let status = try Recorded("status").answer(to: EtcdStatusCall())
        #expect(status.leader == members[0].id && status.version == "3.4.23" && status.problems.isEmpty)
        let full = try Recorded("status-full").answer(to: EtcdStatusCall())
        #expect(full.problems == ["memberID:\(members[0].id) alarm:NOSPACE "])
    }

    @Test("a token is read and not shown")
    func token() throws {
        let call = EtcdAuthentication(credentials: EtcdCredentials(user: "ann", password: "right"))
        let token = try Recorded("signed-in").answer(to: call)
        #expect(token.text.contains("."))
        #expect("\(token)" == "(hidden)")
    }

    @Test(
        "each refusal is known by its code and its words",
        arguments: [
            ("refused-base64", .other), ("refused-compacted", .compacted), ("refused-denied", .denied),
            ("refused-full", .storeFull), ("refused-future", .future), ("refused-key", .other),
            ("refused-large", .tooLarge), ("refused-lease", .leaseGone), ("refused-no-token", .signInNeeded),
            ("refused-password", .wrongPassword), ("refused-sign-in", .needsNoSignIn),
            ("refused-token", .signInNeeded),
        ] as [(String, EtcdRefusal.Kind)])
    func refusals(name: String, kind: EtcdRefusal.Kind) throws {
        let refusal = EtcdRefusal(try Recorded(name).response)
        #expect(refusal.kind == kind)
        #expect(!refusal.description.hasPrefix("etcdserver"))
    }

    @Test("a stream reports the watches that began, their events, and what they missed")
    func watches() throws {
        var lines = EtcdLines()
        let seen = try lines.read(Recorded("watch").response.body).map { try EtcdWatchLine($0) }
        guard case .created(1, _) = seen[0], case .created(2, _) = seen[1],
            case .events(1, let header, let events, isPart: false) = seen[2]
        else {
            Issue.record("\(seen)")
            return
        }
        #expect(header.revision == 7)
        #expect(events.map(\.kind) == [.put, .put, .put, .delete, .put, .delete, .delete])
        #expect(events.map(\.revision) == [2, 3, 4, 4, 5, 6, 7])
        #expect(events[2].previous?.value == Array("one".utf8))
        #expect(events[5].previous?.lease == 77)
        let missed = try lines.read(Recorded("watch-compacted").response.body).map { try EtcdWatchLine($0) }
        guard case .created = missed[0], case .compacted = missed[1] else {
            Issue.record("\(missed)")
            return
        }
    }

    @Test(
        "a stream that is refused says so in a line of its own",
        arguments: [
            ("watch-denied", .denied), ("watch-no-token", .signInNeeded), ("watch-token", .signInNeeded),
        ] as [(String, EtcdRefusal.Kind)])
    func refusedWatches(name: String, kind: EtcdRefusal.Kind) throws {
        var lines = EtcdLines()
        let line = try #require(try lines.read(Recorded(name).response.body).first)
        guard case .refused(let refusal) = try EtcdWatchLine(line) else {
            Issue.record("\(name)")
            return
        }
        #expect(refusal.kind == kind)
    }
}

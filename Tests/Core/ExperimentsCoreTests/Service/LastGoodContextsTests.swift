import Foundation
import TestSupport
import Testing

@testable import ExperimentsCore

@Suite("The last good values of contexts", .inTurn)
struct LastGoodContextsTests {
    private let folder: TemporaryFolder
    private let start = Date(timeIntervalSince1970: 1_772_000_000)
    private let problems = Recorder<String>()

    init() throws {
        folder = try TemporaryFolder()
    }

    private func contexts() -> LastGoodContexts {
        LastGoodContexts(SourceCopyFile(path: folder.path("shop.contexts"), place: "shop")) { [problems] in
            problems.record($0.description)
        }
    }

    private func persona(_ number: Int) -> SourcePersona {
        SourcePersona(fields: ["email": .string("ann\(number)@shop.example")])
    }

    @Test("survive a restart, without the contexts themselves")
    func restart() throws {
        let first = contexts()
        first.keep(Snapshot(texts: ["days": "7"], fetchedAt: start), for: persona(1))
        first.finish()
        let found = contexts().snapshot(for: persona(1))
        #expect(found?.entries["days"]?.text == "7" && found?.fetchedAt == start)
        #expect(contexts().snapshot(for: persona(2)) == nil)
        let path = folder.path("shop.contexts")
        #expect(try !String(contentsOfFile: path, encoding: .utf8).contains("ann1"))
        #expect(try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int == 0o600)
    }

    @Test("are those of the contexts that were asked for last")
    func limit() {
        let first = contexts()
        for number in 0...LastGoodContexts.limit {
            first.keep(Snapshot(texts: ["days": "\(number)"], fetchedAt: start), for: persona(number))
        }
        first.finish()
        #expect(contexts().snapshot(for: persona(0)) == nil)
        #expect(contexts().snapshot(for: persona(1))?.entries["days"]?.text == "1")
    }

    @Test("are not used from a damaged file, which is reported and replaced")
    func damaged() throws {
        try folder.write("{", to: "shop.contexts")
        let damaged = contexts()
        #expect(damaged.snapshot(for: persona(1)) == nil)
        #expect(problems.count == 1)
        damaged.keep(Snapshot(texts: ["days": "7"], fetchedAt: start), for: persona(1))
        damaged.finish()
        #expect(contexts().snapshot(for: persona(1)) != nil)
    }
}

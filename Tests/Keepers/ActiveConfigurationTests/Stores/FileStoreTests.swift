import ActiveConfiguration
import ExperimentsCore
import Foundation
import TestSupport
import Testing

@Suite("The file store", .inTurn)
struct FileStoreTests {
    let folder: TemporaryFolder
    let clock = ManualClock()
    let store: FileActiveConfigStore

    init() throws {
        folder = try TemporaryFolder()
        store = FileActiveConfigStore(folder: folder.path("configs"), now: clock.reading)
    }

    func stored(_ value: JSONValue, etag: String? = nil) throws -> StoredActiveConfig {
        StoredActiveConfig(state: try state(["S": value]), etag: etag, downloadedAt: clock.now)
    }

    func names() throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: folder.path("configs")).sorted()
    }

    @Test("what was kept for a user is found again, and by no other user")
    func roundTrip() throws {
        #expect(try store.configuration(for: "u") == nil)
        let kept = try stored("ü\n\"x\"", etag: "W/\"e\"")
        try store.persist(kept, for: "u")
        let again = FileActiveConfigStore(folder: store.folder)
        #expect(try again.configuration(for: "u") == kept)
        #expect(try again.configuration(for: nil) == nil)
        #expect(try again.configuration(for: "U") == nil)
        try again.persist(nil, for: "u")
        try again.persist(nil, for: "u")
        #expect(try store.configuration(for: "u") == nil)
    }

    @Test("the document is kept byte for byte as it came")
    func bytes() throws {
        let text = #"{ "config_sections" : { "S":{} } , "more": 1.10, "meta":{} }"# + "\n"
        let kept = StoredActiveConfig(
            state: try ActiveConfigState(parsing: Array(text.utf8)), downloadedAt: clock.now,
            document: Array(text.utf8)
        )
        try store.persist(kept, for: nil)
        #expect(try names() == ["shared.jsonl"])
        let file = try folder.text(of: "configs/shared.jsonl")
        #expect(
            file.hasPrefix(#"{"version":1,"user":null,"downloaded_at":"2026-01-01T00:00:00.000Z","bytes":"#))
        #expect(file.hasSuffix("\n" + text))
    }

    @Test("any text can be a user's ID, and different users get different files")
    func ids() throws {
        let ids = [
            "", ".", "..", "a/b", "../x", "Bob", "bob", "ü", "a b", "%", "user@example.com", "\u{0}", "\n",
            String(repeating: "x", count: 1000), String(repeating: "x", count: 1001), "shared", "(null)",
        ]
        for id in ids { try store.persist(try stored(.string(id)), for: id) }
        try store.persist(try stored("nobody"), for: nil)
        for id in ids { #expect(try store.configuration(for: id)?.state["S"]?.shown == id) }
        #expect(try store.configuration(for: nil)?.state["S"]?.shown == "nobody")
        let names = try names()
        #expect(Set(names.map { $0.lowercased() }).count == ids.count + 1)
        #expect(names.allSatisfy { $0.utf8.count < 200 })
        #expect(try folder.names() == ["configs"])
    }

    @Test(
        "a file that cannot be used is set aside with its reason, and kept",
        arguments: [
            ("", "not JSON"), ("nonsense", "not JSON"), ("{}", "has no version"),
            (#"{"version":2}"#, "version 2"),
            (
                #"{"version":1,"user":"other","downloaded_at":"2026-01-01T00:00:00Z","bytes":0}"#,
                "another user"
            ),
            (#"{"version":1,"downloaded_at":"2026-01-01T00:00:00Z","bytes":0}"#, "another user"),
            (#"{"version":1,"user":"u","downloaded_at":"then","bytes":0}"#, "when it was downloaded"),
            (#"{"version":1,"user":"u","downloaded_at":"2026-01-01T00:00:00Z","bytes":9}"#, "0 bytes"),
            (
                #"{"version":1,"user":"u","downloaded_at":"2026-01-01T00:00:00Z","bytes":2}"# + "\n{}",
                "document is refused"
            ),
        ])
    func setAside(text: String, reason: String) throws {
        try folder.write(text, to: "configs/user-u.jsonl")
        let problem = #expect(throws: ActiveConfigStoreProblem.self) { try store.configuration(for: "u") }
        #expect(problem?.description.contains(reason) == true, "\(problem?.description ?? "")")
        #expect(problem?.description.contains("set aside as") == true)
        #expect(try names() == ["user-u.jsonl.unusable-2026-01-01T000000.000Z"])
        #expect(try folder.text(of: "configs/user-u.jsonl.unusable-2026-01-01T000000.000Z") == text)
        #expect(try store.configuration(for: "u") == nil)
        try store.persist(try stored(1), for: "u")
        #expect(try store.configuration(for: "u") != nil)
    }

    @Test("a file cut at any byte is refused, and so is one with more after it")
    func cut() throws {
        let bytes = try stored("some text").encoded(for: "u")
        for length in 0..<bytes.count {
            #expect(throws: ActiveConfigStoreProblem.self) {
                try StoredActiveConfig(decoding: Array(bytes.prefix(length)), for: "u")
            }
        }
        #expect(throws: ActiveConfigStoreProblem.self) {
            try StoredActiveConfig(decoding: bytes + [0x20], for: "u")
        }
        #expect(try StoredActiveConfig(decoding: bytes, for: "u").state["S"]?.shown == "some text")
    }

    @Test("bytes changed at random are refused, or read as the same user's configuration")
    func mutations() throws {
        let bytes = try stored(["deep": [1, 2, "x"]]).encoded(for: "u")
        var random = SeededGenerator(seed: 6)
        for _ in 0..<3000 {
            var changed = bytes
            changed[Int.random(in: 0..<bytes.count, using: &random)] = UInt8.random(
                in: 0...255, using: &random)
            guard let read = try? StoredActiveConfig(decoding: changed, for: "u") else { continue }
            #expect(try StoredActiveConfig(decoding: read.encoded(for: "u"), for: "u") == read)
        }
    }

    @Test("a folder in the file's place is reported, and neither moved nor written over")
    func folderInPlace() throws {
        try folder.write("x", to: "configs/user-u.jsonl/inside")
        let problem = #expect(throws: ActiveConfigStoreProblem.self) { try store.configuration(for: "u") }
        #expect(problem?.description.contains("is a directory") == true)
        #expect(throws: (any Error).self) { try store.persist(try stored(1), for: "u") }
        #expect(throws: (any Error).self) { try store.persist(nil, for: "u") }
        #expect(try folder.text(of: "configs/user-u.jsonl/inside") == "x")
    }

    @Test("a folder that cannot be made is reported, and the configuration is active still")
    func noFolder() async throws {
        try folder.write("in the way", to: "configs")
        let under = ConfigUnderTest(store: store)
        let told = Recorder<String>()
        let observation = under.config.observe { event in
            if case .storeFailed(let problem) = event { told.record(problem.description) }
        }
        try await under.download(document(["S": 1]))
        #expect(under.config["S"]?.shown == "1")
        #expect(told.count > 0)
        #expect(told.elements.allSatisfy { $0.contains(store.folder) })
        observation.cancel()
    }

    @Test("that a configuration was downloaded is remembered")
    func firstDownload() async throws {
        #expect(!store.firstDownloadFinished)
        try await ConfigUnderTest(store: store).download(document(["S": 1]))
        #expect(FileActiveConfigStore(folder: store.folder).firstDownloadFinished)
    }

    @Test("the next launch begins with what the last one downloaded")
    func restart() async throws {
        try await ConfigUnderTest(store: store, userID: "u").download(document(["S": 1]), etag: "e")
        let next = ConfigUnderTest(store: FileActiveConfigStore(folder: store.folder), userID: "u").config
        #expect(next["S"]?.shown == "1")
        #expect(next.current.origin == .own)
        #expect(next.current.etag == "e")
        #expect(next.current.downloadedAt == clock.now)
    }
}

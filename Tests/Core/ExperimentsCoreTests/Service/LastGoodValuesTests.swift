import ExperimentsLocks
import Foundation
import TestSupport
import Testing

@testable import ExperimentsCore

@Suite("The last good values of a source", .inTurn)
struct LastGoodValuesTests {
    private let folder: TemporaryFolder
    private let start = Date(timeIntervalSince1970: 1_772_000_000)
    private let problems = Recorder<String>()

    init() throws {
        folder = try TemporaryFolder()
    }

    private func file(_ place: String = "shop#live file config.json") -> SourceCopyFile {
        SourceCopyFile(path: folder.path("copies/shop.copy"), place: place)
    }

    private func service(_ keeper: CopiedKeeper, _ file: SourceCopyFile? = nil) -> RemoteConfigService {
        let service = RemoteConfigService(remoteConfigKeeper: keeper, now: { [start] in start })
        service.lastGood.use(file ?? self.file(), of: service) { [problems] in problems.record($0.description)
        }
        return service
    }

    /// Fetches once, so that a copy is stored.
    private func storeCopy(of text: String = "7") async throws {
        let keeper = CopiedKeeper([.success(Snapshot(texts: ["days": text], version: "3", fetchedAt: start))])
        try await service(keeper).fetch()
    }

    @Test(
        "a service whose source is away continues with what an earlier one fetched, with its time and version"
    )
    func restored() async throws {
        try await storeCopy()
        let service = service(CopiedKeeper([.failure(FetchFailure("connection refused"))]))
        await #expect(throws: FetchFailure.self) { try await service.fetch() }
        #expect(service.lastGood.restore())
        #expect(service.snapshot.entries["days"]?.text == "7")
        #expect(service.snapshot.version == "3" && service.snapshot.fetchedAt == start)
        #expect(service.staleSince == start)
        #expect(problems.elements.isEmpty)
    }

    @Test(
        "restored values count as old before the first fetch has ended, and as current after one that succeeds"
    )
    func currentAgain() async throws {
        try await storeCopy()
        let fresh = Snapshot(texts: ["days": "8"], fetchedAt: start + 60)
        let service = service(CopiedKeeper([.success(fresh)]))
        service.lastGood.restore()
        #expect(service.staleSince == start)
        try await service.fetch()
        #expect(service.staleSince == nil)
        #expect(service.snapshot.entries["days"]?.text == "8")
    }

    @Test("what was fetched is never replaced by a copy")
    func fetched() async throws {
        try await storeCopy()
        let service = service(CopiedKeeper([.success(Snapshot(texts: ["days": "9"], fetchedAt: start + 60))]))
        try await service.fetch()
        #expect(service.lastGood.restore())
        #expect(service.snapshot.entries["days"]?.text == "9")
    }

    @Test("restoring a copy does not make it newer")
    func age() async throws {
        try await storeCopy()
        service(CopiedKeeper([])).lastGood.restore()
        #expect(try file().read(for: nil)?.fetchedAt == start)
    }

    @Test("a copy of another address is not used")
    func otherPlace() async throws {
        try await storeCopy()
        let service = service(CopiedKeeper([]), file("shop#live file other.json"))
        #expect(!service.lastGood.restore())
        #expect(service.snapshot.fetchedAt == nil)
    }

    @Test("a copy of another user is not used")
    func otherUser() async throws {
        let copy = SourceCopy(content: [1], fetchedAt: start)
        let ann = SourcePersona(fields: ["user": "ann"])
        try file().write(copy, for: ann)
        #expect(try file().read(for: ann) == copy)
        #expect(try file().read(for: SourcePersona(fields: ["user": "ben"])) == nil)
        #expect(try file().read(for: nil) == nil)
    }

    @Test("only the owner can read the file, and it names neither the address nor the user")
    func secrecy() async throws {
        let file = file("shop#live https://key-4711@example.com")
        try file.write(
            SourceCopy(content: [], fetchedAt: start), for: SourcePersona(fields: ["mail": "a@b.example"]))
        var status = stat()
        #expect(stat(file.path, &status) == 0 && status.st_mode & 0o777 == 0o600)
        let text = try folder.text(of: "copies/shop.copy")
        #expect(!text.contains("4711") && !text.contains("b.example"))
    }

    @Test(
        "a damaged copy, and one of a newer version, are reported and not used",
        arguments: ["", "no copy", "{\"format\":1}", "{\"format\":99,\"later\":1}\nx"])
    func unusable(_ content: String) async throws {
        try folder.write(content, to: "copies/shop.copy")
        let service = service(CopiedKeeper([]))
        #expect(!service.lastGood.restore())
        #expect(service.staleSince == nil)
        #expect(problems.elements.count == 1)
    }

    @Test("a copy whose end is missing is reported and not used")
    func halfWritten() async throws {
        try await storeCopy()
        let bytes = try Data(contentsOf: URL(fileURLWithPath: file().path))
        try folder.write(bytes.dropLast(), to: "copies/shop.copy")
        #expect(!service(CopiedKeeper([])).lastGood.restore())
        #expect(
            problems.elements.first?.contains(
                "shop.copy: the stored values are damaged and were not used; nothing")
                == true)
    }

    @Test("a copy with another byte anywhere is reported and not used, also before the content")
    func changed() async throws {
        try await storeCopy()
        let bytes = try Data(contentsOf: URL(fileURLWithPath: file().path))
        for index in bytes.indices {
            var other = bytes
            other[index] ^= 1
            try folder.write(other, to: "copies/shop.copy")
            #expect(!service(CopiedKeeper([])).lastGood.restore(), "byte \(index)")
        }
        #expect(problems.elements.count == bytes.count)
    }

    @Test("a folder in the place of the copy is reported with what to do about it")
    func folderInItsPlace() async throws {
        try folder.write("", to: "copies/shop.copy/file")
        #expect(!service(CopiedKeeper([])).lastGood.restore())
        #expect(problems.elements.first?.hasSuffix("remove it; the next fetch stores a new copy") == true)
    }

    @Test("values do not depend on whether a copy can be written, and the problem is reported once")
    func unwritable() async throws {
        try folder.write("in the way", to: "copies")
        let keeper = CopiedKeeper(
            (1...3).map { .success(Snapshot(texts: ["days": "\($0)"], fetchedAt: start + Double($0))) })
        let service = service(keeper)
        for _ in 1...3 { try await service.fetch() }
        #expect(service.snapshot.entries["days"]?.text == "3")
        #expect(problems.elements.count == 1)
    }

    #if os(Linux)
    @Test(
        "a disk that is full while a copy is written costs no values, is reported once, and keeps the copy before",
        .fewAtATime, .enabled(if: SmallDisk.isAvailable, "\(SmallDisk.absence)"))
    func fullDisk() async throws {
        let disk = try SmallDisk()
        let file = SourceCopyFile(path: disk.folder.path("shop.copy"), place: "shop")
        let long = String(repeating: "long", count: 50_000)
        let texts = ["7", long + "1", long + "2"]
        let keeper = CopiedKeeper(
            texts.indices.map {
                .success(Snapshot(texts: ["days": texts[$0]], fetchedAt: start + Double($0)))
            })
        let service = service(keeper, file)
        try await service.fetch()
        try disk.fill()
        for _ in 1...2 { try await service.fetch() }
        #expect(service.snapshot.entries["days"]?.text == long + "2")
        #expect(problems.elements.count == 1 && problems.elements.first?.contains("no space left") == true)
        #expect(try file.read(for: nil).flatMap(\.snapshot)?.entries["days"]?.text == "7")
    }
    #endif

    @Test("all of a snapshot is the same after it was stored")
    func snapshot() throws {
        let entries: [String: Snapshot.Entry] = [
            "a": .init(text: "x", supplier: "rule 1"), "b": .init(text: nil), "n": .init(.number("7.0")),
        ]
        let old = Snapshot(
            entries: entries, version: "v", etag: "e", fetchedAt: start,
            experiments: [ExperimentAssignment(id: "e", variant: "b", keys: ["a"], startedAt: start)],
            notes: [SourceNote(title: "Published", text: "by ann")], problems: ["c": "failed"],
            groupSeparator: ".")
        let new = try #require(SourceCopy(old)?.snapshot)
        #expect(new.entries == old.entries && new.entries["n"]?.text(as: .int) == "7")
        #expect(new.version == "v" && new.fetchedAt == start && new.etag == nil)
        #expect(new.experiments == old.experiments && new.notes == old.notes && new.problems == old.problems)
        #expect(new.groupSeparator == ".")
    }
}

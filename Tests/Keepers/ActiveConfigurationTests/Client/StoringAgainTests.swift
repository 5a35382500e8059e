import ActiveConfiguration
import ExperimentsCore
import ExperimentsLocks
import TestSupport
import Testing

@Suite("A configuration that could not be stored", .inTurn)
struct StoringAgainTests {
    let store = FullStore()
    let under: ConfigUnderTest

    init() {
        under = ConfigUnderTest(store: store)
    }

    @Test("is stored by the next download that brings the same")
    func sameDocument() async throws {
        try await under.download(document(["S": 1]), etag: "e")
        #expect(store.configuration(for: nil) == nil)
        store.hasRoom = true
        try await under.download(document(["S": 1]), etag: "e")
        #expect(store.configuration(for: nil)?.state["S"]?.shown == "1")
    }

    @Test("is stored by the next download that finds it unchanged, and then no more")
    func unchanged() async throws {
        try await under.download(document(["S": 1]), etag: "e")
        let downloadedAt = under.clock.now
        under.clock.advance(by: 60)
        store.hasRoom = true
        for _ in 1...2 {
            under.downloader.lineUp(.success(ActiveConfigDownload(.unchanged, httpStatus: 304)))
            #expect(try await under.config.downloadNewConfig().outcome == .unchanged)
        }
        let stored = try #require(store.configuration(for: nil))
        #expect(stored.state["S"]?.shown == "1")
        #expect(stored.etag == "e")
        #expect(stored.downloadedAt == downloadedAt)
        #expect(store.writes == 2)
    }

    @Test("is reported again as long as it cannot be")
    func still() async throws {
        let told = Recorder<String>()
        let observation = under.config.observe { event in
            if case .storeFailed(let problem) = event { told.record(problem.description) }
        }
        try await under.download(document(["S": 1]), etag: "e")
        under.downloader.lineUp(.success(ActiveConfigDownload(.unchanged, httpStatus: 304)))
        try await under.config.downloadNewConfig()
        #expect(told.elements == ["the disk is full", "the disk is full"])
        observation.cancel()
    }
}

/// A store on a disk that is full until the test makes room.
final class FullStore: ActiveConfigStore {
    private struct Fault: Error, CustomStringConvertible {
        let description = "the disk is full"
    }

    private struct State {
        var hasRoom = false
        var writes = 0
    }

    private let state = Mutex(State())
    private let kept = InMemoryActiveConfigStore()

    var hasRoom: Bool {
        get { state.withLock(\.hasRoom) }
        set { state.withLock { $0.hasRoom = newValue } }
    }

    /// How often somebody tried to store something.
    var writes: Int { state.withLock(\.writes) }

    func configuration(for userID: String?) -> StoredActiveConfig? { kept.configuration(for: userID) }

    func persist(_ configuration: StoredActiveConfig?, for userID: String?) throws {
        let hasRoom = state.withLock { state in
            state.writes += 1
            return state.hasRoom
        }
        guard hasRoom else { throw Fault() }
        kept.persist(configuration, for: userID)
    }

    var firstDownloadFinished: Bool { true }
    func noteFirstDownload() {}
}

import ActiveConfiguration
import Dispatch
import ExperimentsCore
import Foundation
import TestSupport
import Testing

@Suite("Downloads", .inTurn)
struct DownloadTests {
    @Test("nothing is downloaded unless it is asked for")
    func neverByItself() throws {
        let under = ConfigUnderTest()
        under.config.currentUserID = "u"
        under.config.apply(try state(["S": 1]))
        _ = under.config["S"]
        #expect(under.downloader.requests.isEmpty)
    }

    @Test("a download replaces the whole configuration and is stored for its user")
    func applied() async throws {
        let under = ConfigUnderTest(userID: "u")
        under.config.apply(try state(["S": 1, "T": 1]))
        let report = try await under.download(
            document(["S": 2, "N": 1], meta: ["ab_group": "b"]), etag: "e1")
        #expect(report.outcome == .applied(changedSections: ["S", "N", "T"]))
        #expect(report.userID == "u")
        #expect(report.httpStatus == 200)
        #expect(report.configWasSet)
        #expect(under.config["T"] == nil)
        #expect(under.config.currentConfigurationMeta["ab_group"] == "b")
        let stored = try #require(try under.config.store.configuration(for: "u"))
        #expect(stored.state == under.config.current.state)
        #expect(stored.etag == "e1")
        #expect(stored.downloadedAt == under.clock.now)
    }

    @Test("downloads of different users run side by side")
    func sideBySide() async throws {
        let under = ConfigUnderTest(userID: "u")
        async let first = under.config.downloadNewConfig()
        try await under.downloader.began(1)
        under.config.currentUserID = nil
        async let shared = under.config.downloadNewConfig()
        try await under.downloader.began(2)
        #expect(under.downloader.requests.map(\.userID) == ["u", nil])
        under.downloader.answer(nil, .success(ActiveConfigDownload(.value(document(["S": 1])))))
        #expect(try await shared.outcome == .applied(changedSections: ["S"]))
        under.downloader.answer("u", .success(ActiveConfigDownload(.value(document(["S": 2])))))
        #expect(try await first.outcome == .storedForItsUser)
    }

    @Test("after a download ended, the next one asks again")
    func afterwards() async throws {
        let under = ConfigUnderTest()
        try await under.download(document(["S": 1]))
        try await under.download(document(["S": 1]))
        #expect(under.downloader.requests.count == 2)
    }

    @Test("a caller that is cancelled leaves immediately, and the download continues for the others")
    func cancelledCaller() async throws {
        let under = ConfigUnderTest(userID: "u")
        let stays = Task { try await under.config.downloadNewConfig() }
        try await under.downloader.began(1)
        let leaves = Task { try await under.config.downloadNewConfig() }
        leaves.cancel()
        await #expect(throws: ActiveConfigDownloadFailure.self) { try await leaves.value }
        under.downloader.answer("u", .success(ActiveConfigDownload(.value(document(["S": 1])))))
        #expect(try await stays.value.outcome == .applied(changedSections: ["S"]))
        #expect(under.downloader.requests.count == 1)
    }

    @Test("a download that every caller has left is cancelled, changes nothing, and is reported as failed")
    func abandoned() async throws {
        let gate = Gate()
        let began = Recorder<String?>()
        let config = ActiveConfig(
            downloader: ClosureActiveConfigDownloader { user in
                began.record(user)
                await gate.wait()
                // A downloader that ignores its cancellation.
                return document(["S": 1])
            }, userID: "u", listenerQueue: DispatchQueue(label: "listeners"),
            notificationCenter: NotificationCenter())
        let told = Recorder<String>()
        let observation = config.observe { event in
            if case .downloadFailed(let failure) = event { told.record(failure.description) }
        }
        let caller = Task { try await config.downloadNewConfig() }
        _ = try await began.first(1)
        caller.cancel()
        let failure = await #expect(throws: ActiveConfigDownloadFailure.self) { try await caller.value }
        #expect(failure?.description == "cancelled")
        await gate.open()
        #expect(try await told.first(1) == ["cancelled"])
        #expect(config["S"] == nil)
        #expect(try config.store.configuration(for: "u") == nil)
        observation.cancel()
    }

    @Test("a caller that asks when the end of a download is reported gets a download of its own")
    func askingAtTheEnd() async throws {
        let under = ConfigUnderTest()
        let again = Recorder<Void>()
        let observation = under.config.observe { event in
            guard case .downloadFinished = event, again.count == 0 else { return }
            again.record(())
            Task { try await under.config.downloadNewConfig() }
        }
        try await under.download(document(["S": 1]))
        try await under.downloader.began(2)
        under.downloader.answer(nil, .success(ActiveConfigDownload(.value(document(["S": 2])))))
        try await eventually("the second document") { under.config["S"]?.shown == "2" }
        observation.cancel()
    }

    @Test("only the tag of the user's own configuration is sent")
    func etag() async throws {
        let store = InMemoryActiveConfigStore()
        let under = ConfigUnderTest(store: store)
        try await under.download(document(["S": 1]), etag: "shared-tag")
        try await under.download(document(["S": 1]), etag: "second-tag")
        under.config.currentUserID = "u"
        #expect(under.config["S"]?.shown == "1")
        try await under.download(document(["S": 1]))
        #expect(under.downloader.requests.map(\.etag) == [nil, "shared-tag", nil])
        let restarted = ConfigUnderTest(store: store)
        try await restarted.download(document(["S": 1]))
        #expect(restarted.downloader.requests.map(\.etag) == ["second-tag"])
    }

    @Test("an answer of nothing newer changes nothing")
    func unchanged() async throws {
        let under = ConfigUnderTest()
        try await under.download(document(["S": 1], meta: ["a": 1]), etag: "e")
        under.downloader.lineUp(.success(ActiveConfigDownload(.unchanged, httpStatus: 304)))
        let report = try await under.config.downloadNewConfig()
        #expect(report.outcome == .unchanged)
        #expect(!report.configWasSet)
        #expect(report.meta["a"] == 1)
        #expect(under.config["S"]?.shown == "1")
    }

    @Test("an answer without sections changes nothing", arguments: [nil, document([:], meta: ["a": 2])])
    func empty(answer: JSONValue?) async throws {
        let under = ConfigUnderTest()
        try await under.download(document(["S": 1], meta: ["a": 1]))
        under.downloader.lineUp(.success(ActiveConfigDownload(answer.map { .value($0) } ?? .empty)))
        let report = try await under.config.downloadNewConfig()
        #expect(report.outcome == .empty)
        #expect(under.config["S"]?.shown == "1")
        #expect(under.config.currentConfigurationMeta["a"] == 1)
    }

    @Test("a failed download throws its reason and changes nothing")
    func failure() async throws {
        let under = ConfigUnderTest(userID: "u")
        try await under.download(document(["S": 1]))
        let retryAt = under.clock.now + 60
        under.downloader.lineUp(
            .failure(FetchFailure("no network", httpStatus: 503, bytes: 3, retryAt: retryAt)))
        let failure = await #expect(throws: ActiveConfigDownloadFailure.self) {
            try await under.config.downloadNewConfig()
        }
        #expect(failure?.description == "no network")
        #expect(failure?.userID == "u")
        #expect(failure?.failure.retryAt == retryAt)
        #expect(failure?.invalid == nil)
        #expect(under.config["S"]?.shown == "1")
    }

    @Test(
        "a bad document is refused with its reason, and the old configuration stays active and in the store",
        arguments: [
            ("", "not JSON"), ("<html>", "not JSON"),
            (#"{"meta": {}, "config_sections": {"A": {}"#, "not JSON"),
            ("1", "expected an object"), ("[]", "expected an object"),
            (#"{"meta": {"format_version": 100}}"#, "config_sections"),
            (
                #"{"meta": {"format_version_string": "1"}, "config_sections": "this_is_not_a_dictionary"}"#,
                "config_sections"
            ),
            (#"{"meta": 1, "config_sections": {"A": {}}}"#, "meta: expected an object"),
            (#"{"config_sections": {"A": {}}}"#, "meta: expected an object"),
            (#"{"meta": {}, "config_sections": {"A": {}, "A": {}}}"#, "occurs twice"),
            (#"{"meta": {}, "config_sections": {"A": {},}}"#, "line 1, column 42"),
        ])
    func refused(text: String, reason: String) async throws {
        let under = ConfigUnderTest()
        let listener = RecordingListener()
        under.config.registerListener(listener, forSectionName: "S")
        try await under.download(document(["S": 1]), etag: "e")
        let before = under.config.current
        under.downloader.lineUp(
            .success(
                ActiveConfigDownload(.document(Array(text.utf8)), httpStatus: 200, bytes: text.utf8.count)))
        let failure = await #expect(throws: ActiveConfigDownloadFailure.self) {
            try await under.config.downloadNewConfig()
        }
        #expect(failure?.description.contains(reason) == true, "\(failure?.description ?? "")")
        #expect(failure?.failure.httpStatus == 200)
        #expect(failure?.invalid != nil)
        #expect(under.config.current.revision == before.revision)
        #expect(under.config["S"]?.shown == "1")
        #expect(try under.config.store.configuration(for: nil)?.state["S"]?.shown == "1")
        under.drain()
        #expect(listener.heard.elements == ["S=1"])
    }

    @Test("a change that affects only meta calls no listener, and is stored")
    func metaOnly() async throws {
        let under = ConfigUnderTest()
        let listener = RecordingListener()
        under.config.registerListener(listener, forSectionName: "S")
        try await under.download(document(["S": 1], meta: ["ab_group": "a"]))
        let report = try await under.download(document(["S": 1], meta: ["ab_group": "b"]))
        #expect(report.outcome == .applied(changedSections: []))
        under.drain()
        #expect(listener.heard.elements == ["S=1"])
        #expect(under.config.currentConfigurationMeta["ab_group"] == "b")
        #expect(try under.config.store.configuration(for: nil)?.state.meta["ab_group"] == "b")
    }

    @Test("observers hear of what is active, and of downloads that ended well and badly")
    func events() async throws {
        let under = ConfigUnderTest()
        let told = Recorder<String>()
        let observation = under.config.observe { event in
            switch event {
            case .changed(let current): told.record("changed \(current.revision) \(current.origin)")
            case .downloadFinished(let report): told.record("finished \(report.configWasSet)")
            case .downloadFailed(let failure): told.record("failed \(failure)")
            case .storeFailed: told.record("store")
            }
        }
        try await under.download(document(["S": 1]))
        under.downloader.lineUp(.failure(FetchFailure("no network")))
        _ = try? await under.config.downloadNewConfig()
        under.config.currentUserID = "u"
        #expect(told.elements == ["changed 1 own", "finished true", "failed no network", "changed 2 shared"])
        observation.cancel()
    }

    @Test("a closure's answers are documents, or no news")
    func closure() async throws {
        let answers = Recorder<String?>()
        let downloader = ClosureActiveConfigDownloader { user in
            answers.record(user)
            return user.map { document(["S": .string($0)]) }
        }
        let known = try await downloader.download(ActiveConfigRequest(userID: "u"))
        #expect(known.content == .value(document(["S": "u"])))
        let nobody = try await downloader.download(ActiveConfigRequest(userID: nil))
        #expect(nobody.content == .empty)
        #expect(answers.elements == ["u", nil])
    }
}

import ActiveConfiguration
import ExperimentsCore
import Foundation
import TestSupport
import Testing

@Suite("Notifications", .inTurn)
struct NotificationTests {
    /// Keeps what is posted, as text.
    private struct Posted {
        let texts = Recorder<String>()
        private let tokens: [any NSObjectProtocol]
        private let center: NotificationCenter

        init(_ under: ConfigUnderTest) {
            let texts = texts
            center = under.center
            let names: [Notification.Name] = [
                .activeConfigFirstDownloadFinished, .activeConfigDownloadUpdateFinished,
                .activeConfigDownloadFailed,
            ]
            tokens = names.map { name in
                under.center.addObserver(forName: name, object: under.config, queue: nil) {
                    texts.record(Self.text($0))
                }
            }
        }

        func stop() {
            for token in tokens { center.removeObserver(token) }
        }

        private static func text(_ notification: Notification) -> String {
            let info = notification.userInfo ?? [:]
            let user = info[ActiveConfigUserInfoKey.userID].map {
                ($0 as? String) ?? ($0 is NSNull ? "nobody" : "?")
            }
            let meta = (info[ActiveConfigUserInfoKey.meta] as? JSONObject)?["m"]?.valueText
            let wasSet = (info[ActiveConfigUserInfoKey.configWasSet] as? Bool).map { $0 ? "set" : "not set" }
            let failure = (info[ActiveConfigUserInfoKey.failure] as? ActiveConfigDownloadFailure)?.description
            let name = notification.name.rawValue.replacing("ActiveConfig", with: "").replacing(
                "Notification", with: "")
            return ([name] + [user, meta, wasSet, failure].compactMap { $0 }).joined(separator: " ")
        }
    }

    @Test(
        "a first good download is announced once ever, after the calls of listeners and before update-finished"
    )
    func first() async throws {
        let store = InMemoryActiveConfigStore()
        let under = ConfigUnderTest(store: store)
        let posted = Posted(under)
        defer { posted.stop() }
        let texts = posted.texts
        let observation = under.config.observeSection(named: "S") { _ in texts.record("listener") }
        #expect(!under.config.firstConfigDownloadFinished)
        try await under.download(document(["S": 1], meta: ["m": 1]))
        #expect(under.config.firstConfigDownloadFinished)
        try await under.download(document(["S": 1], meta: ["m": 2]))
        under.drain()
        #expect(
            posted.texts.elements == [
                "listener", "FirstDownloadFinished", "DownloadUpdateFinished nobody 1 set",
                "DownloadUpdateFinished nobody 2 set",
            ])
        observation.cancel()
        #expect(ConfigUnderTest(store: store).config.firstConfigDownloadFinished)
    }

    @Test("an answer that changes nothing is finished without being set, with the meta active")
    func nothingSet() async throws {
        let under = ConfigUnderTest(userID: "u")
        try await under.download(document(["S": 1], meta: ["m": 1]))
        under.drain()
        let posted = Posted(under)
        defer { posted.stop() }
        for content in [
            ActiveConfigDownload.Content.empty, .unchanged, .value(document([:], meta: ["m": 2])),
        ] {
            under.downloader.lineUp(.success(ActiveConfigDownload(content)))
            try await under.config.downloadNewConfig()
        }
        under.drain()
        #expect(
            posted.texts.elements == [
                "DownloadUpdateFinished u 1 not set", "DownloadUpdateFinished u 1 not set",
                "DownloadUpdateFinished u 2 not set",
            ])
    }

    @Test("a failed download is announced as such and not as finished")
    func failed() async throws {
        let under = ConfigUnderTest(userID: "u")
        let posted = Posted(under)
        defer { posted.stop() }
        under.downloader.lineUp(.failure(FetchFailure("no network")))
        _ = try? await under.config.downloadNewConfig()
        under.drain()
        #expect(posted.texts.elements == ["DownloadFailed u no network"])
    }

    @Test("a refused document is announced as failed, then as finished without being set")
    func refused() async throws {
        let under = ConfigUnderTest()
        try await under.download(document(["S": 1], meta: ["m": 1]))
        under.drain()
        let posted = Posted(under)
        defer { posted.stop() }
        under.downloader.lineUp(.success(ActiveConfigDownload(.value(1))))
        _ = try? await under.config.downloadNewConfig()
        under.drain()
        #expect(posted.texts.count == 2)
        #expect(
            posted.texts.elements.first?.hasPrefix(
                "DownloadFailed nobody the configuration is refused: the document")
                == true)
        #expect(posted.texts.elements.last == "DownloadUpdateFinished nobody 1 not set")
    }

    @Test("a download for an earlier user is completed, but not set")
    func late() async throws {
        let under = ConfigUnderTest(userID: "u1")
        let posted = Posted(under)
        defer { posted.stop() }
        async let report = under.config.downloadNewConfig()
        try await under.downloader.began(1)
        under.config.currentUserID = "u2"
        under.downloader.answer(
            "u1", .success(ActiveConfigDownload(.value(document(["S": 1], meta: ["m": 7])))))
        _ = try await report
        under.drain()
        #expect(posted.texts.elements == ["DownloadUpdateFinished u1 7 not set"])
    }
}

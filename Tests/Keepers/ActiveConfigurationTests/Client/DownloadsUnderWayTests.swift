import ExperimentsCore
import ExperimentsLocks
import TestSupport
import Testing

@testable import ActiveConfiguration

@Suite("Downloads under way", .inTurn)
struct DownloadsUnderWayTests {
    @Test("callers of one user share a download, and others do not")
    func sharing() {
        var downloads = DownloadsUnderWay()
        let first = downloads.join("u")
        #expect(downloads.join("u") === first)
        #expect(downloads.join(nil) !== first)
        downloads.leave("u")
        #expect(downloads.join("u") === first)
    }

    @Test("a user is forgotten when the last caller has left")
    func forgetting() async throws {
        let under = ConfigUnderTest(userID: "u")
        async let download = under.config.downloadNewConfig()
        try await under.downloader.began(1)
        #expect(under.config.contents.withLock { !$0.downloads.isEmpty })
        under.downloader.answer("u", .success(ActiveConfigDownload(.empty)))
        _ = try await download
        #expect(under.config.contents.withLock { $0.downloads.isEmpty })
    }
}

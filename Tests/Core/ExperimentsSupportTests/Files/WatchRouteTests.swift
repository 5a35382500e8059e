import Foundation
import TestSupport
import Testing

@testable import ExperimentsSupport

@Suite("The way to a watched file", .inTurn)
struct WatchRouteTests {
    private let folder: TemporaryFolder
    private let files = FileManager.default

    init() throws {
        folder = try TemporaryFolder()
    }

    @Test("to a file that is there, over every folder")
    func file() throws {
        try folder.write("", to: "a/file")
        let route = WatchRoute(to: folder.path("a/./file"))
        #expect(route.entries == [folder.path("a"): ["file"]])
        #expect(route.file == folder.path("a/file"))
        #expect(route.folders.isSuperset(of: [folder.path, folder.path("a")]))
    }

    @Test("to a file that is not there yet ends at the first thing missing")
    func missing() {
        let route = WatchRoute(to: folder.path("a/b/file"))
        #expect(route.entries == [folder.path: ["a"]])
        #expect(route.lastFolder == folder.path)
        #expect(route.file == nil)
    }

    @Test("over symbolic links of files and folders, each of which matters")
    func links() throws {
        try folder.write("", to: "real/deep/file")
        try files.createSymbolicLink(atPath: folder.path("folder"), withDestinationPath: "real/deep")
        try files.createSymbolicLink(
            atPath: folder.path("real/deep/link"), withDestinationPath: "../deep/file")
        let route = WatchRoute(to: folder.path("folder/link"))
        #expect(route.entries == [folder.path: ["folder"], folder.path("real/deep"): ["link", "file"]])
        #expect(route.file == folder.path("real/deep/file"))
        #expect(route.lastFolder == folder.path("real/deep"))
    }

    @Test("round in a circle ends")
    func circle() throws {
        try files.createSymbolicLink(atPath: folder.path("a"), withDestinationPath: "b")
        try files.createSymbolicLink(atPath: folder.path("b"), withDestinationPath: "a")
        let route = WatchRoute(to: folder.path("a"))
        #expect(route.file == nil)
        #expect(route.lastFolder == nil)
        #expect(route.entries == [folder.path: ["a", "b"]])
    }
}

import Foundation
import TestSupport
import Testing

/// What the rules of the house say of files and folders.
@Suite("The house", .fewAtATime)
struct HouseTests {
    /// The files of Swift and of C below `Sources`, by folder.
    private static func sources() throws -> [String: [String]] {
        let root = Page.absolutePath("Sources")
        let paths = try #require(FileManager.default.enumerator(atPath: root)).compactMap { $0 as? String }
        let endings = [".swift", ".c", ".h"]
        return Dictionary(grouping: paths.filter { path in endings.contains { path.hasSuffix($0) } }) {
            path in
            path.split(separator: "/").dropLast().joined(separator: "/")
        }
    }

    @Test("the top level contains the usual files, and nothing else")
    func topLevel() throws {
        let made: Set = ["Package.resolved"]
        let names = try FileManager.default.contentsOfDirectory(atPath: Page.absolutePath("."))
        let shown = names.filter { !$0.hasPrefix(".") && !$0.hasSuffix(".xcodeproj") && !made.contains($0) }
        #expect(
            shown.sorted() == [
                "CHANGELOG.md", "LICENSE", "Makefile", "Package.swift", "README.md", "Sources", "Tests",
                "Themes",
            ])
    }

    @Test("no folder has more than fifteen files, so that each name in it is read")
    func folders() throws {
        let crowded = try Self.sources().filter { !$0.key.contains(".docc") && $0.value.count > 15 }
        #expect(crowded.keys.sorted() == [])
    }

    @Test("no file has more than four hundred lines")
    func files() throws {
        var long: [String] = []
        for path in try Self.sources().values.joined() {
            let bytes = try #require(
                FileManager.default.contents(atPath: Page.absolutePath("Sources/\(path)")))
            if bytes.count(where: { $0 == UInt8(ascii: "\n") }) > 400 { long.append(path) }
        }
        #expect(long.sorted() == [])
    }

    @Test(
        "nothing imports FoundationNetworking, which would link libcurl, and all that it needs, to the program"
    )
    func networking() throws {
        let importing = try Self.sources().values.joined().filter { path in
            guard path.hasSuffix(".swift") else { return false }
            return try Page.file("Sources/\(path)").contains("import FoundationNetworking")
        }
        #expect(importing.sorted() == [])
    }

    @Test(
        "the plug-ins compile only what they need, because an app's first build does so in addition to its own code"
    )
    func plugIns() throws {
        var used: Set = ["experiments-keys"]
        var rest = used
        let folders = try Self.sources()
        while let target = rest.popFirst() {
            let files = folders.filter {
                $0.key.split(separator: "/").dropFirst().first.map(String.init) == target
            }
            for path in files.values.joined() where path.hasSuffix(".swift") {
                for line in try Page.file("Sources/\(path)").matches(of: /(?m)^(?:@_exported )?import (\w+)/)
                {
                    if used.insert(String(line.1)).inserted { rest.insert(String(line.1)) }
                }
            }
        }
        let ours = used.filter { $0.hasPrefix("Experiment") || $0.hasPrefix("experiments") }
        #expect(
            ours.sorted() == [
                "ExperimentsCore", "ExperimentsKeyFiles", "ExperimentsKeyGeneration", "ExperimentsLocks",
                "ExperimentsSupport", "ExperimentsYAML", "experiments-keys",
            ])
        let theirs = [
            "NIOCore", "SwiftSyntax", "SwiftParser", "Crypto", "CryptoExtras", "ArgumentParser", "GRDB",
        ]
        #expect(used.isDisjoint(with: theirs))
    }

    @Test("at most one trait is on by itself: of two, SwiftPM before 6.4 makes every second build a new one")
    func traits() throws {
        let package = try Page.file("Package.swift")
        let on = try #require(
            package.firstMatch(of: /\.default\(enabledTraits: isDependency \? \[\] : \[(.*?)\]\)/)?.1)
        #expect(on.split(separator: ",").count == 1)
    }

    @Test(
        "every suite says how many of its tests run at a time, so that no test waits for thousands of others")
    func turns() throws {
        let root = Page.absolutePath("Tests")
        let paths = try #require(FileManager.default.enumerator(atPath: root)).compactMap { $0 as? String }
        var without: [String] = []
        // The snippets of guides are as they stand there, and the small apps are packages of their own.
        for path in paths
        where path.hasSuffix(".swift") && !path.hasSuffix("Snippets.swift") && !path.hasPrefix("Apps/") {
            // The traits of a suite hold for the suites in it, which are indented.
            let suites = try Page.file("Tests/\(path)").split(
                separator: "\n@Suite", omittingEmptySubsequences: false)
            for suite in suites.dropFirst() {
                let traits = suite.prefix { $0 != "{" }
                if !traits.contains(".inTurn"), !traits.contains(".fewAtATime") { without.append(path) }
            }
        }
        #expect(without.sorted() == [])
    }
}

import Foundation
import TestSupport
import Testing

@Suite("The site of all libraries", .fewAtATime)
struct SiteTests {
    @Test("`make docs` documents every library product, and the one library whose types the emulator exports")
    func libraries() async throws {
        let package = try Page.file("Package.swift")
        let libraries = try #require(package.firstMatch(of: /\nlet libraries = \[([^\]]*)\]/)?.1)
        let products = libraries.matches(of: /"(\w+)"/).map { String($0.1) }
        let make = ["make", "-C", Page.absolutePath("."), "--dry-run", "docs"]
        let commands = try await Workplace().run("/usr/bin/env", make)
        let documented = commands.output.matches(of: /--target (\w+)/).map { String($0.1) }
        #expect(documented.sorted() == (products + ["ExperimentsHTTPServing"]).sorted())
    }

    @Test("every symbol that a page links to is declared in the page's library, or in one that it exports")
    func symbols() throws {
        var libraries: [String: Library] = [:]
        for room in try Page.folders(in: "Sources") {
            for name in try Page.folders(in: "Sources/\(room)") {
                libraries[name] = Library(folder: "Sources/\(room)/\(name)")
            }
        }
        var count = 0
        for (name, library) in libraries {
            let pages = try library.pages()
            if pages.isEmpty { continue }
            let known = try Self.names(of: name, in: libraries).union([name])
            for page in pages {
                for link in page.symbolLinks {
                    count += 1
                    // `Type/member(_:)`, where a kind may follow: `Type/member-property`.
                    let parts = link.split(separator: "/").map {
                        String($0.prefix { $0 != "(" && $0 != "-" })
                    }
                    #expect(known.isSuperset(of: parts), "\(page.path): \(link)")
                }
            }
        }
        #expect(count > 200)
    }

    /// What a library declares, and what the libraries declare that it exports.
    private static func names(of name: String, in libraries: [String: Library]) throws -> Set<String> {
        guard let library = libraries[name] else { return [] }
        let text = try library.code()
        let exports = text.components(separatedBy: "\n@_exported import ").dropFirst().map {
            $0.prefix(while: \.isLetter)
        }
        return try exports.reduce(Library.declaredNames(in: text)) {
            try $0.union(names(of: String($1), in: libraries))
        }
    }
}

/// A library of this package, as its sources and pages.
private struct Library {
    /// Its folder, from the top of this package.
    let folder: String

    func code() throws -> String {
        try paths { $0.hasSuffix(".swift") && !$0.contains(".docc/") }.map { "\n" + (try Page.file($0)) }
            .joined()
    }

    func pages() throws -> [Page] {
        try paths { $0.hasSuffix(".md") && $0.contains(".docc/") }.map(Page.init)
    }

    private func paths(where isWanted: (String) -> Bool) throws -> [String] {
        try FileManager.default.subpathsOfDirectory(atPath: Page.absolutePath(folder)).map {
            "\(folder)/\($0)"
        }
        .filter(isWanted).sorted()
    }

    /// The words that follow the keyword of a declaration. They are found byte by byte: there are millions.
    static func declaredNames(in code: String) -> Set<String> {
        var names: Set = ["init", "subscript"]
        var code = code
        code.withUTF8 { bytes in
            var (start, digest, follows) = (0, 0, false)
            for index in bytes.indices {
                let byte = bytes[index]
                if isPartOfName(byte) {
                    digest = digest &* 257 &+ Int(byte)
                } else {
                    if start < index {
                        if follows { names.insert(String(decoding: bytes[start..<index], as: UTF8.self)) }
                        follows = keywords.contains(digest)
                    }
                    (start, digest) = (index + 1, 0)
                }
            }
        }
        return names
    }

    private static func isPartOfName(_ byte: UInt8) -> Bool {
        (97...122).contains(byte) || (65...90).contains(byte) || (48...57).contains(byte) || byte == 95
    }

    private static let keywords = Set(
        [
            "func", "var", "let", "case", "struct", "class", "enum", "protocol", "typealias", "actor",
            "macro",
            "associatedtype",
        ].map { $0.utf8.reduce(0) { $0 &* 257 &+ Int($1) } })
}

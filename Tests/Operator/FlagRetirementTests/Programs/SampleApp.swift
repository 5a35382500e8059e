import Foundation
import Testing

/// An app of several files, as `Fixtures/Apps` has them:
///
///     /// keys: checkout=true|false, columns=4|1
///     /// run: the function that runs the app
///     === Name.swift
///     the text of the file
struct SampleApp {
    let name: String
    let entry: String
    let files: [String: String]
    /// Each key, and two values of it.
    let keys: [(name: String, values: [String])]

    static func all() throws -> [SampleApp] {
        let folder = RetirementFixture.folder.appending(path: "Apps")
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.path).filter {
            $0.hasSuffix(".txt")
        }
        return try names.sorted().map { name in
            let text = try String(contentsOf: folder.appending(path: name), encoding: .utf8)
            return try SampleApp(String(name.dropLast(4)), text)
        }
    }

    private init(_ name: String, _ text: String) throws {
        self.name = name
        let parts = text.components(separatedBy: "\n=== ")
        let head = parts[0].components(separatedBy: "\n")
        let field = { (name: String) in
            head.first { $0.hasPrefix("/// \(name): ") }?.dropFirst(name.count + 6)
        }
        entry = String(try #require(field("run")))
        keys = try #require(field("keys")).components(separatedBy: ", ").map { key in
            let sides = key.components(separatedBy: "=")
            return (sides[0], sides[1].components(separatedBy: "|"))
        }
        var files: [String: String] = [:]
        for part in parts.dropFirst() {
            let line = part.prefix { $0 != "\n" }
            files[String(line)] = String(part.dropFirst(line.count + 1)) + "\n"
        }
        self.files = files
    }

    /// The app as a program that reads one of its keys.
    func program(_ number: Int, key: (name: String, values: [String])) -> FlaggedProgram {
        FlaggedProgram(number: number, key: key.name, values: key.values, files: files, entry: entry)
    }
}

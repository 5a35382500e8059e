import Foundation
import TestSupport
import Testing

/// What every text of the program has in common. With EXPERIMENTS_WORDS=1 in the environment, the first test prints all
/// abstracts and all messages, so that they can be read in one piece.
@Suite("The words of the program", .fewAtATime, .houseRule)
struct WordTests {
    /// Phrases that plain English has no need of, in help and in messages.
    private static var phrases: Regex<(Substring, Substring)> {
        #/\b(is no(?! longer)|nobody|somebody|everybody|at once|in force|anew|all the same|meanwhile|is told|are told|tells of|is kept|are kept|leave out|left out|nevertheless|will do|of which|shall|write for example)\b/#
            .ignoresCase()
    }

    /// Files whose texts are not the program's own words.
    private static let exceptions = ["Servers/RemoteConfigEmulator/Scenario/": "a story"]

    @Test("each abstract has at most 50 letters, begins with a capital one, and has no full stop")
    func abstracts() async throws {
        let commands = try await CommandDump.commands().filter { $0.path.last != "help" }
        #expect(commands.count > 80)
        if ProcessInfo.processInfo.environment["EXPERIMENTS_WORDS"] != nil {
            for command in commands {
                print("experiments \(command.path.joined(separator: " "))\t\(command.abstract)")
            }
            for (place, text) in try Self.messages() { print("\(place)\t\(text)") }
        }
        for command in commands where !command.path.isEmpty {
            let abstract = command.abstract
            #expect(abstract.count <= 50 && abstract.count > 5, "\(command.path): \(abstract)")
            #expect(
                abstract.first?.isUppercase == true && !abstract.hasSuffix("."),
                "\(command.path): \(abstract)")
        }
    }

    @Test("help is in plain English, and an option is described without a full stop")
    func help() async throws {
        for command in try await CommandDump.commands() {
            for text in command.helpTexts + [command.abstract] {
                #expect(text.firstMatch(of: Self.phrases) == nil, "\(command.path): \(text)")
            }
            for text in command.helpTexts.dropFirst() where !text.contains(". ") && !text.hasPrefix("Show ") {
                #expect(!text.hasSuffix("."), "\(command.path): \(text)")
            }
        }
    }

    @Test("messages are in plain English")
    func messages() throws {
        let messages = try Self.messages()
        #expect(messages.count > 1500)
        for (place, text) in messages {
            #expect(text.firstMatch(of: Self.phrases) == nil, "\(place): \(text)")
            #expect(!text.contains("“") && !text.contains("”"), "\(place): \(text)")
        }
    }

    /// The texts of at least three words in the sources of the program and its libraries, each with its place.
    private static func messages() throws -> [(place: String, text: String)] {
        let folders = [
            "App", "Core", "Keepers", "Operator", "Servers", "Terminal", "Programs/ExperimentsCLI",
            "Programs/experiments-code",
        ]
        return try folders.flatMap { folder -> [(place: String, text: String)] in
            let root = Page.absolutePath("Sources/\(folder)")
            let paths = try #require(FileManager.default.enumerator(atPath: root)).compactMap {
                $0 as? String
            }
            return try paths.filter { $0.hasSuffix(".swift") && !$0.contains(".docc/") }.sorted()
                .map { "\(folder)/\($0)" }
                .filter { path in !exceptions.keys.contains { path.hasPrefix($0) } }
                .flatMap { path in
                    try texts(in: Page.file("Sources/\(path)")).map { ("\(path):\($0.line)", $0.text) }
                }
        }
    }

    /// The literals of one line each.
    private static func texts(in source: String) -> [(line: Int, text: String)] {
        source.split(separator: "\n", omittingEmptySubsequences: false).enumerated().flatMap { index, line in
            guard !line.drop(while: { $0 == " " }).hasPrefix("//") else {
                return [(line: Int, text: String)]()
            }
            return line.matches(of: #/"((?:[^"\\]|\\.)*)"/#).map(\.1)
                .filter { $0.matches(of: #/[A-Za-z]{2,}/#).count >= 3 }.map { (index + 1, String($0)) }
        }
    }
}

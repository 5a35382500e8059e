import Foundation

/// What a page shows that no test runs.
extension Page {
    /// The commands of the blocks that no test runs: those that build, that go on running, or that need a terminal or a network.
    var shellLines: [String] {
        blocks.filter { $0.language == "sh" }.flatMap(\.lines).filter { !$0.isEmpty }
    }

    /// The lines of other blocks, and the first cells of tables, that are commands of the program.
    var programLines: [String] {
        let shown = blocks.filter { ["text", "yaml"].contains($0.language) }.flatMap(\.lines)
            .map { $0.trimmingPrefix("- run: ") }.filter { $0.hasPrefix("experiments ") }
        return shown.map(String.init)
            + text.matches(of: /(?m)^\| `(experiments(?: [^`]*)?)` \|/).map { String($0.1) }
    }

    /// The commands in the last column of tables that have `command` over it, where they stand without the name of the program.
    var listedCommands: [String] {
        let rows = text.components(separatedBy: "\n").split { !$0.hasPrefix("| ") && !$0.hasPrefix("|-") }
            .filter { $0.first?.hasSuffix("| command |") == true }.flatMap { $0.dropFirst(2) }
        return rows.flatMap { row in
            (row.components(separatedBy: " | ").last ?? "").matches(of: /`([a-z][^`]*)`/).map { String($0.1) }
        }.map { "experiments " + $0 }
    }

    /// The blocks that are themes.
    var themes: [String] {
        blocks.filter { $0.language == "yaml" && $0.lines.contains("roles:") }
            .map { $0.lines.joined(separator: "\n") + "\n" }
    }

    /// The commands of the program that sentences name. They may lack words.
    var namedCommands: [String] {
        prose.replacing(/\s+/, with: " ").matches(of: /`(experiments [^`]*)`/).map { String($0.1) }
    }

    /// The symbols that the page links to: what stands between two backticks on each side.
    var symbolLinks: [String] {
        prose.matches(of: /``([^`]+)``/).map { String($0.1) }
    }

    /// The text without its blocks.
    private var prose: String {
        text.components(separatedBy: "\n```").enumerated().filter { $0.offset.isMultiple(of: 2) }.map(
            \.element
        )
        .joined(separator: "\n")
    }
}

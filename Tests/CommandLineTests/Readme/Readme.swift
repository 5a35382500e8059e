import Foundation

/// The README as something to be carried out.
struct Readme {
    /// One thing that a reader would do.
    enum Step {
        /// Put a text into a file: a block under a comment `<!-- file: NAME -->`.
        case file(String, text: String)
        /// Run a command and see this: a line with `$ ` of a `console` block, and what follows it.
        case command(String, output: String)
    }

    /// The whole text.
    let text: String

    /// Reads the README of this package.
    init() throws {
        text = try Self.file("README.md")
    }

    /// The text of a file at the top of this package.
    static func file(_ name: String) throws -> String {
        var package = URL(fileURLWithPath: #filePath)
        for _ in 0..<4 { package.deleteLastPathComponent() }
        return try String(contentsOf: package.appendingPathComponent(name), encoding: .utf8)
    }

    /// What a reader would do, in order.
    var steps: [Step] {
        var steps: [Step] = []
        for block in blocks {
            if let name = block.fileName {
                steps.append(.file(name, text: block.lines.joined(separator: "\n") + "\n"))
            } else if block.language == "console" {
                steps += Self.commands(in: block.lines)
            }
        }
        return steps
    }

    /// The commands of the blocks that no test can run: those that build, or need a terminal.
    var shellLines: [String] {
        blocks.filter { $0.language == "sh" }.flatMap(\.lines)
    }

    /// The pictures: blocks under a comment `<!-- picture: ARGUMENTS -->`, which `render` with these prints.
    var pictures: [(arguments: String, text: String)] {
        blocks.compactMap { block in block.picture.map { ($0, block.lines.joined(separator: "\n") + "\n") } }
    }

    /// The blocks under a comment `<!-- source: PATH -->`, which are files of this package.
    var sources: [(path: String, text: String)] {
        blocks.compactMap { block in block.source.map { ($0, block.lines.joined(separator: "\n") + "\n") } }
    }

    private struct Block {
        var language: Substring
        var comment: String?
        var fileName: String? { named("file") }
        var picture: String? { named("picture") }
        var source: String? { named("source") }
        var lines: [String]

        private func named(_ kind: String) -> String? {
            comment.flatMap { $0.hasPrefix("<!-- \(kind): ") ? String($0.dropFirst(kind.count + 7).dropLast(4)) : nil }
        }
    }

    private var blocks: [Block] {
        var blocks: [Block] = []
        var open: Block?
        var comment: String?
        for line in text.components(separatedBy: "\n") {
            if line.hasPrefix("<!-- "), line.hasSuffix(" -->") {
                comment = line
            } else if line.hasPrefix("```") {
                if let block = open {
                    blocks.append(block)
                    open = nil
                } else {
                    open = Block(language: line.dropFirst(3), comment: comment, lines: [])
                    comment = nil
                }
            } else {
                open?.lines.append(line)
            }
        }
        return blocks
    }

    private static func commands(in lines: [String]) -> [Step] {
        var steps: [Step] = []
        for line in lines {
            if line.hasPrefix("$ ") {
                steps.append(.command(String(line.dropFirst(2)), output: ""))
            } else if case .command(let command, let output)? = steps.popLast() {
                steps.append(.command(command, output: output + line + "\n"))
            }
        }
        return steps
    }
}

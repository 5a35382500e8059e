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

    private struct Block {
        var language: Substring
        var fileName: String?
        var lines: [String]
    }

    private var blocks: [Block] {
        var blocks: [Block] = []
        var open: Block?
        var fileName: String?
        for line in text.components(separatedBy: "\n") {
            if line.hasPrefix("<!-- file: "), line.hasSuffix(" -->") {
                fileName = String(line.dropFirst(11).dropLast(4))
            } else if line.hasPrefix("```") {
                if let block = open {
                    blocks.append(block)
                    open = nil
                } else {
                    open = Block(language: line.dropFirst(3), fileName: fileName, lines: [])
                    fileName = nil
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

import Foundation
import Testing

/// A page of the documentation as something to be carried out: the README, or a guide.
struct Page: Sendable, CustomTestStringConvertible {
    /// One thing that a reader would do.
    enum Step {
        /// Put a text into a file: a block under a comment `<!-- file: NAME -->`.
        case file(String, text: String)
        /// Run a command and see this: a line with `$ ` of a `console` block, and what follows it.
        case command(String, output: String)
    }

    /// Where it is, from the top of this package.
    let path: String
    /// The whole text.
    let text: String

    /// Reads a page of this package.
    init(_ path: String) throws {
        self.path = path
        text = try Self.file(path)
    }

    var testDescription: String { path }

    /// The README and every guide.
    static func all() throws -> [Page] {
        let names = try FileManager.default.contentsOfDirectory(
            atPath: package.appendingPathComponent(guides).path)
        return try [Page("README.md")]
            + names.filter { $0.hasSuffix(".md") }.sorted().map { try Page("\(Self.guides)/\($0)") }
    }

    /// The pages of all libraries that are no guides.
    static func ofLibraries() throws -> [Page] {
        try FileManager.default.subpathsOfDirectory(atPath: absolutePath("Sources")).sorted()
            .filter { $0.hasSuffix(".md") && $0.contains(".docc/") && !$0.contains("/Guides/") }
            .map { try Page("Sources/\($0)") }
    }

    static let guides = "Sources/App/Experiments/Experiments.docc/Guides"
    static let resources = "Sources/App/Experiments/Experiments.docc/Resources"

    private static var package: URL {
        var package = URL(fileURLWithPath: #filePath)
        for _ in 0..<5 { package.deleteLastPathComponent() }
        return package
    }

    /// The text of a file at the top of this package.
    static func file(_ name: String) throws -> String {
        try String(contentsOf: package.appendingPathComponent(name), encoding: .utf8)
    }

    /// The folders in a folder of this package.
    static func folders(in path: String) throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: absolutePath(path)).sorted().filter {
            var isFolder: ObjCBool = false
            return FileManager.default.fileExists(
                atPath: absolutePath("\(path)/\($0)"), isDirectory: &isFolder)
                && isFolder.boolValue
        }
    }

    /// Where a file or folder is that is named from the top of this package.
    static func absolutePath(_ name: String) -> String { package.appendingPathComponent(name).path }

    /// The guide whose files this one goes on with, named in a comment `<!-- given: NAME -->`; its files are there before the
    /// first step.
    var given: String? {
        text.components(separatedBy: "\n").first { $0.hasPrefix("<!-- given: ") }
            .map { String($0.dropFirst("<!-- given: ".count).dropLast(" -->".count)) }
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

    /// The pictures: blocks under a comment `<!-- picture: ARGUMENTS -->`, which `render` with these prints; and images under
    /// one, which `render --svg` prints.
    func pictures() throws -> [(arguments: String, text: String)] {
        let drawings = blocks.compactMap { block in
            block.picture.map { ($0, block.lines.joined(separator: "\n") + "\n") }
        }
        let lines = text.components(separatedBy: "\n")
        let images = try zip(lines, lines.dropFirst()).compactMap {
            comment, image -> (arguments: String, text: String)? in
            guard comment.hasPrefix("<!-- picture: "), image.hasPrefix("!["),
                let start = image.range(of: "](")
            else {
                return nil
            }
            let arguments = comment.dropFirst("<!-- picture: ".count).dropLast(" -->".count)
            let path = String(image[start.upperBound...].dropLast())
            // An image of a guide is a resource of the pages, which names it alone.
            return (
                "--svg " + arguments, try Self.file(path.contains("/") ? path : "\(Self.resources)/\(path)")
            )
        }
        return drawings + images
    }

    /// The blocks under a comment `<!-- source: PATH -->`, which are files of this package.
    var sources: [(path: String, text: String)] {
        blocks.compactMap { block in block.source.map { ($0, block.lines.joined(separator: "\n") + "\n") } }
    }

    /// A block of code, and the comment right before it.
    struct Block {
        var language: Substring
        var comment: String?
        var fileName: String? { named("file") }
        var picture: String? { named("picture") }
        var source: String? { named("source") }
        var lines: [String]

        private func named(_ kind: String) -> String? {
            comment.flatMap {
                $0.hasPrefix("<!-- \(kind): ") ? String($0.dropFirst(kind.count + 7).dropLast(4)) : nil
            }
        }
    }

    /// The blocks of code, in order.
    var blocks: [Block] {
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
            } else if open != nil {
                open?.lines.append(line)
            } else if !line.isEmpty {
                // A comment is about what follows it at once.
                comment = nil
            }
        }
        return blocks
    }

    /// The commands of a transcript of a terminal, with what each prints.
    static func commands(in lines: [String]) -> [Step] {
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

import Foundation
import Testing

/// A tutorial of the documentation as something to be carried out.
///
/// A code file called *Terminal* holds commands and what they print; one called *Second terminal* a program that goes on
/// running, with all that it has printed so far; one whose name begins with `Sources/` is a file of this package; any other is
/// a file that the reader saves.
struct Tutorial: Sendable, CustomTestStringConvertible {
    enum Step {
        /// Save a file.
        case file(String, text: String)
        /// See a file of this package.
        case source(String, text: String)
        /// Run a command and see this.
        case command(String, output: String)
        /// Start a program, or look at the one that runs, and see these lines.
        case program(String, lines: [String])
        /// See this picture, which `render` with these arguments prints in the tutorial's folder.
        case picture(arguments: String, image: String)
    }

    /// Where it is, from the top of this package.
    let path: String
    /// What a reader does, in order.
    let steps: [Step]

    var testDescription: String { path }

    /// What other pages call it.
    var name: String { ((path as NSString).lastPathComponent as NSString).deletingPathExtension }

    /// Its folder, from the top of this package.
    var folder: String { (path as NSString).deletingLastPathComponent }

    /// Every tutorial, each in a folder of its own.
    static func all() throws -> [Tutorial] {
        try FileManager.default.subpathsOfDirectory(atPath: Page.absolutePath(folder)).sorted()
            .filter { $0.hasSuffix(".tutorial") && $0.contains("/") }
            .map { try Tutorial("\(folder)/\($0)") }
    }

    static let folder = "Sources/App/Experiments/Experiments.docc/Tutorials"

    private init(_ path: String) throws {
        self.path = path
        let folder = (path as NSString).deletingLastPathComponent
        var steps: [Step] = []
        var picture: Substring?
        for line in try Page.file(path).split(separator: "\n") {
            if let comment = line.firstMatch(of: /@Comment \{ picture: (.*) \}/) {
                picture = comment.1
            } else if let image = line.firstMatch(of: /@Image\(source: "([^"]*)"/), let arguments = picture {
                steps.append(
                    .picture(arguments: String(arguments), image: try Page.file("\(folder)/\(image.1)")))
                picture = nil
            } else if let code = line.firstMatch(of: /@Code\(name: "([^"]*)", file: "([^"]*)"/) {
                steps += Self.steps(name: String(code.1), text: try Self.codeFile(String(code.2), in: folder))
            }
        }
        self.steps = steps
    }

    /// DocC finds a file by its name, in whatever folder of the catalog it is.
    private static func codeFile(_ name: String, in folder: String) throws -> String {
        let paths = try FileManager.default.subpathsOfDirectory(atPath: Page.absolutePath(folder))
        let path = paths.first { ($0 as NSString).lastPathComponent == name } ?? name
        return try Page.file("\(folder)/\(path)")
    }

    private static func steps(name: String, text: String) -> [Step] {
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false).dropLast().map(String.init)
        switch name {
        case "Terminal":
            return Page.commands(in: lines).compactMap {
                if case .command(let command, let output) = $0 {
                    .command(command, output: output)
                } else {
                    nil
                }
            }
        case "Second terminal":
            return [
                .program(String(lines.first?.dropFirst("$ ".count) ?? ""), lines: Array(lines.dropFirst()))
            ]
        case _ where name.hasPrefix("Sources/"): return [.source(name, text: text)]
        default: return [.file(name, text: text)]
        }
    }
}

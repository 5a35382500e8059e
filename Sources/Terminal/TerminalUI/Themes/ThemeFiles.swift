import ExperimentsSupport
import Foundation

/// The places of themes besides the built-in ones: a folder of the user's own themes, and a file given by its path.
public struct ThemeFiles: Sendable, Hashable {
    /// The folder of the user's own themes, `*.yaml`.
    public let folder: String?
    /// The path of a theme file that was given.
    public let path: String?
    /// The name of the theme that was given, by name or by path; nil if none was.
    public let chosen: String?

    /// - Parameters:
    ///   - wanted: the name of a theme, or the path of a theme file; nil for a theme that suits the terminal.
    ///   - folder: the folder of the user's own themes, which need not exist.
    public init(_ wanted: String? = nil, folder: String?) {
        self.folder = folder
        let isPath = wanted.map { $0.contains(scalar: "/") || $0.hasSuffix(".yaml") } ?? false
        path = isPath ? wanted : nil
        chosen = isPath ? wanted.map(Self.name) : wanted
    }

    /// Reads the themes, and adds them to the built-in ones. A theme in the folder that cannot be read is left out.
    ///
    /// - Throws: `FileProblem` if the theme file that was given cannot be read.
    package func library(over builtIn: ThemeLibrary) throws(FileProblem) -> ThemeLibrary {
        var texts = ownPaths.compactMap { try? Self.text(at: $0) }
        if let path { texts.append(try Self.text(at: path)) }
        return builtIn.adding(texts)
    }

    /// Every file there is to read now.
    var paths: [String] { ownPaths + [path].compactMap(\.self) }

    private var ownPaths: [String] {
        guard let folder else { return [] }
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        return names.filter { $0.hasSuffix(".yaml") }.sorted().map { folder + "/" + $0 }
    }

    private static func text(at path: String) throws(FileProblem) -> ThemeText {
        let bytes = try FileBytes.read(path, limit: 1 << 20)
        return ThemeText(name: name(of: path), source: path, text: String(decoding: bytes, as: UTF8.self))
    }

    private static func name(of path: String) -> String {
        (PathText.name(of: path) as NSString).deletingPathExtension
    }
}

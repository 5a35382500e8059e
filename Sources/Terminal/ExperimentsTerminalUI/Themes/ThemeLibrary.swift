import Dispatch
import ExperimentsLocks
import ExperimentsSupport
import ExperimentsYAML
import Foundation

/// The available themes. Each is read only when it is needed.
public struct ThemeLibrary: Sendable {
    private var texts: [ThemeText]
    private let roles: [Role]
    private var replaced: [String: ThemeText] = [:]

    /// Creates a library of a program's built-in themes.
    ///
    /// - Parameter roles: every role that a theme may define.
    package init(builtIn: [ThemeText], roles: [Role]) {
        texts = builtIn
        self.roles = roles
    }

    /// Returns these themes with others added. A theme with the same name replaces the one here.
    package func adding(_ others: [ThemeText]) -> ThemeLibrary {
        var library = self
        for other in others { library.add(other) }
        return library
    }

    private mutating func add(_ other: ThemeText) {
        guard let index = texts.firstIndex(where: { $0.name == other.name }) else {
            return texts.append(other)
        }
        // It may extend the theme that it replaces.
        replaced[other.name] = texts[index]
        texts[index] = other
    }

    /// The names in alphabetical order, which is also the order in lists.
    public var names: [String] { texts.map(\.name).sorted() }

    /// Returns the theme of this name.
    ///
    /// - Throws: `ThemeProblem` if there is no theme with this name, or if it or a theme that it extends has a mistake.
    public func theme(named name: String) throws(ThemeProblem) -> Theme {
        guard let text = texts.first(where: { $0.name == name }) else {
            throw ThemeProblem(DocumentWords.unknown("theme", name, among: names), in: "theme")
        }
        var chain = [try ThemeDocument(text, roles: roles)]
        var current = text
        while let base = chain.last?.extends {
            guard let next = next(base.text ?? "", after: current),
                !chain.contains(where: { $0.isFrom(next) })
            else {
                let message =
                    names.contains(base.text ?? "")
                    ? "cannot extend \"\(base.text ?? "")\": it extends this theme"
                    : DocumentWords.unknown("theme", base.text ?? "", among: names)
                throw ThemeProblem(message, in: current.source, at: base)
            }
            chain.append(try ThemeDocument(next, roles: roles))
            current = next
        }
        return try ThemeResolution(chain: chain.reversed(), roles: roles).theme(named: name)
    }

    /// Returns the theme that another one extends. A theme that extends its own name means the built-in one that it
    /// replaces.
    private func next(_ name: String, after text: ThemeText) -> ThemeText? {
        if name == text.name, let original = replaced[name], original != text { return original }
        return texts.first { $0.name == name }
    }
}

/// The places of themes besides the built-in ones: a folder of the user's own themes, and a file given by its path.
public struct ThemeFiles: Sendable, Hashable {
    /// The folder of the user's own themes (`*.yaml`).
    public let folder: String?
    /// The path of the requested theme file, if one was requested.
    public let path: String?
    /// The name of the requested theme; nil if none was requested.
    public let chosen: String?

    /// - Parameters:
    ///   - wanted: the name of a theme or the path of a theme file; nil for a theme that suits the terminal.
    ///   - folder: the folder of the user's own themes, which need not exist.
    public init(_ wanted: String? = nil, folder: String?) {
        self.folder = folder
        let isPath = wanted.map { $0.contains(scalar: "/") || $0.hasSuffix(".yaml") } ?? false
        path = isPath ? wanted : nil
        chosen = isPath ? wanted.map(Self.name) : wanted
    }

    /// Reads the themes, and adds them to the built-in ones. A theme in the folder that cannot be read is left out.
    ///
    /// - Throws: `FileProblem` if the requested theme file cannot be read.
    package func library(over builtIn: ThemeLibrary) throws(FileProblem) -> ThemeLibrary {
        var texts = ownPaths.compactMap { try? Self.text(at: $0) }
        if let path { texts.append(try Self.text(at: path)) }
        return builtIn.adding(texts)
    }

    /// The paths of all files to read.
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

/// Reads themes again whenever one of their files changes, not on the thread that draws.
package final class ThemeWatch: Sendable {
    private let files: ThemeFiles
    private let builtIn: ThemeLibrary
    private let watcher: any FileWatcher
    private let post: @Sendable (ThemeLibrary, _ problem: String?) -> Void
    private let queue = DispatchQueue(label: "experiments.themes")
    private let watches = Mutex<[String: ObservationHandle]>([:])

    /// Starts to watch.
    ///
    /// - Parameters:
    ///   - builtIn: the themes that come with the dashboard.
    ///   - post: called on any thread after each reading, with the themes, and the problem if the requested file could
    ///     not be read.
    package init(
        _ files: ThemeFiles, over builtIn: ThemeLibrary, watcher: any FileWatcher = .system,
        post: @escaping @Sendable (ThemeLibrary, _ problem: String?) -> Void
    ) {
        self.files = files
        self.builtIn = builtIn
        self.watcher = watcher
        self.post = post
        queue.async { [weak self] in self?.watch() }
    }

    /// Reads the themes and looks for new ones. Returns immediately.
    package func read() {
        queue.async { [weak self] in self?.readAndPost() }
    }

    private func readAndPost() {
        watch()
        do throws(FileProblem) {
            post(try files.library(over: builtIn), nil)
        } catch {
            let others = ThemeFiles(folder: files.folder)
            guard let library = try? others.library(over: builtIn) else { return }
            post(library, error.description)
        }
    }

    private func watch() {
        for path in files.paths {
            watches.withLock { watches in
                guard watches[path] == nil else { return }
                watches[path] = watcher.watch(path) { [weak self] in self?.read() }
            }
        }
    }
}

import ExperimentsCore
import ExperimentsSupport
import Foundation

/// Stores the view of each dashboard when it is closed: a folder with one file for each project, and one file for the
/// hints that the user has dismissed in any project.
public struct DashboardMemory: Sendable {
    /// The file of the project's view.
    public let viewPath: String
    /// The file of the hints.
    public let hintsPath: String
    private let project: String
    /// The maximum size. Larger files were written by something else.
    private static let sizeLimit = 1 << 20

    /// - Parameters:
    ///   - folder: created if missing.
    ///   - project: a text that identifies the project, for example the absolute path of the project file.
    public init(folder: String, project: String) {
        self.project = project
        viewPath = "\(folder)/\(PathText.stateName(of: project)).json"
        hintsPath = "\(folder)/hints.json"
    }

    /// Returns the saved view of the project's dashboard. Moves an unreadable file aside, and returns a warning.
    public func recall() -> (view: RememberedView, warnings: [String]) {
        var view = RememberedView()
        var warnings: [String] = []
        if let members = object(at: viewPath, &warnings) { view.read(members) }
        if let names = object(at: hintsPath, &warnings)?["dismissed"]?.array {
            view.dismissedHints = Set(names.compactMap { $0.string.flatMap(Hint.init) })
        }
        return (view, warnings)
    }

    /// Stores the view of a dashboard. Each file is replaced in one step, and an unchanged file is not written.
    public func remember(_ view: RememberedView) throws(FileProblem) {
        var members = view.json.object ?? JSONObject()
        members["project"] = .string(project)
        try write(.object(members), to: viewPath)
        guard !view.dismissedHints.isEmpty else { return }
        // Another dashboard may have dismissed more hints in the meantime.
        let dismissed = view.dismissedHints.union(recall().view.dismissedHints).map(\.rawValue).sorted()
        try write(["version": 1, "dismissed": .array(dismissed.map(JSONValue.string))], to: hintsPath)
    }

    private func write(_ document: JSONValue, to path: String) throws(FileProblem) {
        let bytes = Array((document.prettyText + "\n").utf8)
        if let old = try? FileBytes.read(path, limit: Self.sizeLimit), old == bytes { return }
        try AtomicFile.write(bytes, to: path, permissions: .ownerOnly, limit: Self.sizeLimit)
    }

    private func object(at path: String, _ warnings: inout [String]) -> JSONObject? {
        do throws(FileProblem) {
            let bytes = try FileBytes.read(path, limit: Self.sizeLimit)
            if let object = try? JSONValue(parsing: String(decoding: bytes, as: UTF8.self)).object {
                return object
            }
            warnings.append("could not read the saved state; moved it to \(try setAside(path))")
        } catch {
            if !error.isMissing { warnings.append(error.description) }
        }
        return nil
    }

    private func setAside(_ path: String) throws(FileProblem) -> String {
        guard let aside = AtomicFile.setAside(path) else {
            throw FileProblem(path: path, message: "cannot be read or moved")
        }
        return PathText.name(of: aside)
    }
}

/// What the dashboard remembers from earlier actions.
struct MemoryState: Feature {
    enum Message: Sendable {
        /// A command was run from the palette.
        case ran(Command)
        /// Do not show a hint again.
        case dismiss(Hint)
        /// The saved view of a dashboard.
        case recall(RememberedView)
    }

    /// Whether to show hints for beginners.
    let showsHints: Bool
    /// The hints that the user dismissed.
    private(set) var dismissedHints: Set<Hint> = []
    /// The commands that were run from the palette.
    private(set) var commandUse = CommandUse()
    /// The previously shown places.
    var places = PlaceHistory()

    init(showsHints: Bool) { self.showsHints = showsHints }

    mutating func update(_ message: Message, in context: DashboardState) -> [Effect] {
        switch message {
        case .ran(let command): commandUse.note(command)
        case .dismiss(let hint): dismissedHints.insert(hint)
        case .recall(let view): (commandUse, dismissedHints) = (view.commandUse, view.dismissedHints)
        }
        return []
    }
}

/// The commands that were run from the palette, and how often.
public struct CommandUse: Sendable, Hashable {
    /// The name of a command, and how often it was run.
    private struct Entry: Sendable, Hashable {
        let name: String
        var count: Int
    }

    /// The number of recent commands at the top of the palette.
    private static let latestCount = 5
    private static let limit = 100
    /// The entries, the latest first.
    private var entries: [Entry] = []

    /// Creates an empty record.
    public init() {}

    /// Records that a command was run.
    mutating func note(_ command: Command) {
        let count = count(of: command)
        entries.removeAll { $0.name == command.name }
        entries.insert(Entry(name: command.name, count: count + 1), at: 0)
        if entries.count > Self.limit { entries.removeLast() }
    }

    /// Returns the last commands that were run, the latest first.
    func latest(in map: KeyMap) -> [Command] {
        entries.prefix(Self.latestCount).compactMap { map.command(named: $0.name) }
    }

    /// Returns the number of times that a command was run.
    func count(of command: Command) -> Int { entries.first { $0.name == command.name }?.count ?? 0 }

    /// Returns the score that frequent use adds to a command: much for the first times, and less for each later one.
    func weight(of command: Command) -> Int {
        3 * (Int.bitWidth - (count(of: command) + 1).leadingZeroBitCount - 1)
    }
}

extension CommandUse {
    /// The stored form: `[{"name", "count"}, …]`, the latest first; nil if no command was run.
    var json: JSONValue? {
        guard !entries.isEmpty else { return nil }
        return .array(entries.map { ["name": .string($0.name), "count": .number(String($0.count))] })
    }

    /// Reads the entries of a file. Invalid ones are left out.
    init(_ elements: [JSONValue]) {
        entries = elements.prefix(Self.limit).compactMap { element in
            guard let name = element.object?["name"]?.string, let count = element.object?["count"]?.int,
                count > 0
            else { return nil }
            return Entry(name: name, count: min(count, 1_000_000))
        }
    }
}

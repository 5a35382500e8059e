import ExperimentsSupport

/// Which commands were run from the palette, and how often.
public struct CommandUse: Sendable, Hashable {
    /// A command, by its name, and how often it was run.
    private struct Entry: Sendable, Hashable {
        let name: String
        var count: Int
    }

    /// The number of recently used commands with which the palette begins.
    private static let latestCount = 5
    private static let limit = 100
    /// The latest first.
    private var entries: [Entry] = []

    /// Nothing was run yet.
    public init() {}

    /// A command was run.
    mutating func note(_ command: Command) {
        let count = count(of: command)
        entries.removeAll { $0.name == command.name }
        entries.insert(Entry(name: command.name, count: count + 1), at: 0)
        if entries.count > Self.limit { entries.removeLast() }
    }

    /// The commands run last, the latest first.
    var latest: [Command] { entries.prefix(Self.latestCount).compactMap { Command.named($0.name) } }

    /// Returns the number of times that a command was run.
    func count(of command: Command) -> Int { entries.first { $0.name == command.name }?.count ?? 0 }

    /// Returns the score that frequent use adds to a command: much for the first times, and less for each later one.
    func weight(of command: Command) -> Int { 3 * (Int.bitWidth - (count(of: command) + 1).leadingZeroBitCount - 1) }
}

extension CommandUse {
    /// The form in which it is kept: `[{"name", "count"}, …]`, the latest first; nil if nothing was run.
    var json: JSONValue? {
        guard !entries.isEmpty else { return nil }
        return .array(entries.map { ["name": .string($0.name), "count": .number(String($0.count))] })
    }

    /// Reads the entries of a file. Invalid ones are left out.
    init(_ elements: [JSONValue]) {
        entries = elements.prefix(Self.limit).compactMap { element in
            guard let name = element.object?["name"]?.string, let count = element.object?["count"]?.int, count > 0
            else { return nil }
            return Entry(name: name, count: min(count, 1_000_000))
        }
    }
}

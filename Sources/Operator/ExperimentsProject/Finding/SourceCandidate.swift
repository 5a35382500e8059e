import ExperimentsCore

/// A possible source of values.
package struct SourceCandidate: Sendable {
    /// The place of the values. Paths start from the folder that was searched.
    package var place: FoundPlace
    /// The values; nil if they are only known after a fetch.
    package var snapshot: Snapshot?
    /// The names of the values, in the order of the file; empty if it has none.
    package var names: [String] = []
    /// Whether it contains the default values of an app, which it uses without a source.
    package var isDefaults = false
    /// Other values by name, for users of a condition or a variant.
    package var alternatives: [String: [String]] = [:]
    /// The groups that a template has, by the name of the key.
    package var groups: [String: String] = [:]
    /// The descriptions that a template has, by the name of the key.
    package var summaries: [String: String] = [:]
    /// The kinds of values that a template states, by the name of the key.
    package var kinds: [String: ValueKind] = [:]
    /// How strongly its name and path suggest it.
    var weight = 0

    package init(
        _ place: FoundPlace, _ snapshot: Snapshot?, names: [String] = [],
        alternatives: [String: [String]] = [:]
    ) {
        self.place = place
        self.snapshot = snapshot
        self.names = names
        self.alternatives = alternatives
    }

    /// Whether it is an app of Firebase, by its settings.
    package var isServices: Bool { if case .services = place { true } else { false } }

    /// Whether it is a template of Firebase.
    var isTemplate: Bool { if case .template = place { true } else { false } }

    /// The path or URL, as a title.
    package var title: String { place.title }

    /// The kind of source in words.
    package var kindWords: String {
        switch place {
        case .file: isDefaults ? "default values of an app" : "values by key"
        case .template: "Firebase Remote Config template"
        case .variants: "flags and variants"
        case .payload: "GrowthBook features"
        case .services: "Firebase app"
        case .emulator: "running emulator"
        case .flags: "running flag server (OFREP)"
        }
    }

    /// The number of keys; nil if it is only known after a fetch.
    package var keyCount: Int? { snapshot?.entries.count }

    /// The number of keys in words: `60 keys`, `keys once it is asked`.
    package var countWords: String {
        switch keyCount {
        case nil: "keys once it is fetched"
        case 1: "1 key"
        case let count?: "\(count) keys"
        }
    }

    /// Returns whether another candidate is worse: candidates with keys come first, then those with more telling names,
    /// then those with more keys.
    fileprivate func ranks(before other: SourceCandidate) -> Bool {
        let (count, otherCount) = (keyCount ?? 0, other.keyCount ?? 0)
        if (count == 0) != (otherCount == 0) { return otherCount == 0 }
        if weight != other.weight { return weight > other.weight }
        // `config.json` before `config.staging.json`.
        if title.count != other.title.count { return title.count < other.title.count }
        if count != otherCount { return count > otherCount }
        return title < other.title
    }
}

/// A file that looks like a source but cannot be used.
package struct RefusedCandidate: Sendable, Hashable {
    /// Its path from the folder that was searched.
    package let path: String
    /// The reason, with the place.
    package let problem: FileProblem
    /// Whether its name indicates its content.
    package let isTelling: Bool
}

/// The result of searching a folder.
package struct SourceFindings: Sendable {
    /// The possible sources, the best first.
    package var candidates: [SourceCandidate]
    /// The files that cannot be used, by path.
    package var refused: [RefusedCandidate]
    /// A folder with Swift files that declare keys, if there is one.
    package var declaringFolder: String?
    /// The warehouses that can count the results of experiments.
    package var warehouses: [FoundWarehouse] = []

    package init(
        candidates: [SourceCandidate] = [], refused: [RefusedCandidate] = [], declaringFolder: String? = nil
    ) {
        self.candidates = candidates
        self.refused = refused
        self.declaringFolder = declaringFolder
    }

    /// Whether there is nothing to offer and nothing to report.
    package var isEmpty: Bool { candidates.isEmpty && refused.isEmpty && declaringFolder == nil }

    /// Adds a candidate at its rank. One that was found twice counts once.
    package mutating func add(_ candidate: SourceCandidate) {
        candidates.append(candidate)
        rank()
    }

    mutating func rank() {
        candidates.sort { $0.ranks(before: $1) }
        var known: Set<FoundPlace> = []
        candidates.removeAll { !known.insert($0.place).inserted }
    }
}

/// The place of values that a project can use: a file, an app of Firebase, or a server on this machine.
package enum FoundPlace: Sendable, Hashable {
    /// A file of key and value.
    case file(path: String)
    /// A template of Firebase Remote Config, in a file.
    case template(path: String)
    /// A file of flags and variants.
    case variants(path: String)
    /// A payload of GrowthBook, in a file.
    case payload(path: String)
    /// Firebase itself, by a file of its console. If there are several apps in it, the one with this package name.
    case services(path: String, package: String?)
    /// An emulator on this machine.
    case emulator(url: String)
    /// A flag server for OpenFeature's protocol on this machine.
    case flags(url: String)

    /// The path or URL, as a title.
    package var title: String {
        switch self {
        case .file(let path), .template(let path), .variants(let path), .payload(let path),
            .services(let path, _):
            path
        case .emulator(let url), .flags(let url): url
        }
    }
}

import ExperimentsCore
import ExperimentsSupport

extension ProjectDraft {
    /// Creates a draft for sources that were found.
    ///
    /// Files that share at least half of their keys are assumed to have the same values for several environments, and
    /// become several sources.
    ///
    /// - Parameters:
    ///   - chosen: the source from which the keys are read.
    ///   - others: the other sources that were found.
    package init(_ chosen: SourceCandidate, besides others: [SourceCandidate] = []) {
        let alike = others.filter { $0.isAlike(chosen) }
        let snapshot = chosen.snapshot ?? .empty
        var alternatives = chosen.alternatives
        for (name, entry) in alike.flatMap({ $0.snapshot?.entries ?? [:] }) {
            if let text = entry.text, snapshot.entries[name] != nil { alternatives[name, default: []].append(text) }
        }
        let catalogue = CatalogueDraft(of: snapshot, alternatives: alternatives)
        let places = [chosen] + alike
        let names = SourceNames(of: places.map(\.title))
        self.init(
            sources: places.enumerated().map { index, candidate in
                DraftedSource(
                    candidate.place, name: alike.isEmpty ? nil : names.names[index],
                    environment: SourceNames.environment(of: candidate.title))
            },
            keys: catalogue.keys, origin: places.map(\.title).joined(separator: ", "))
        leftOut = catalogue.leftOut
    }
}

extension SourceCandidate {
    /// Returns whether both seem to be files of the same values.
    package func isAlike(_ other: SourceCandidate) -> Bool {
        guard case .file = place, case .file = other.place, title != other.title,
            let names = snapshot?.entries.keys, let others = other.snapshot?.entries.keys, !names.isEmpty
        else { return false }
        let known = Set(others)
        return names.count(where: known.contains) * 2 >= max(names.count, others.count)
    }
}

/// Short names for files of the same values: `config` and `staging` for `config.json` and `config.staging.json`.
struct SourceNames {
    private(set) var names: [String]

    init(of paths: [String]) {
        names = []
        var known: Set<String> = []
        for path in paths {
            let environment = Self.environment(of: path)
            let stem = PathText.name(of: path).split(scalar: ".").first.map(String.init) ?? path
            // Of two that would have one name, the later is called by its path.
            let short = [environment, stem].compactMap(\.self).first { !known.contains($0) } ?? path
            known.insert(short)
            names.append(short)
        }
    }

    /// Returns the environment in a path; nil if there is none.
    static func environment(of path: String) -> String? {
        let words = PrefixGroups.words(path)
        return environments.first { names in words.contains { names.contains($0) } }?.first
    }

    private static let environments = [
        ["production", "prod", "live"], ["staging", "stage"], ["development", "dev"], ["testing", "qa"], ["local"],
    ]
}

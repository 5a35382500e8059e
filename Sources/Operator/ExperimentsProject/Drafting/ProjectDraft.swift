import ExperimentsCore

/// A project file to start from, with comments on everything that it can contain.
public struct ProjectDraft: Sendable, Hashable {
    /// The sources of values; at least one.
    package var sources: [DraftedSource]
    /// The keys to declare.
    public var keys: [CatalogKey]
    /// The origin of the keys, in words; nil if they were not guessed.
    package var origin: String?
    /// The place of the values that the keys were guessed from; nil if they were not.
    private var guessedFrom: FoundPlace?
    /// The shared store of a team; nil for none.
    package var team: DraftedTeam?
    /// A warehouse that can count results; nil for none. It is written as an example, because its tables are not known.
    package var warehouse: FoundWarehouse?
    /// The names that a project file cannot declare.
    package var leftOut: [String] = []

    /// Creates a draft for a file of values, and the keys that an app reads.
    public init(sourcePath: String = "config.json", keys: [CatalogKey] = []) {
        self.init(sources: [DraftedSource(.file(path: sourcePath))], keys: keys)
    }

    /// Creates a draft for sources of any kind.
    package init(sources: [DraftedSource], keys: [CatalogKey], origin: String? = nil) {
        self.sources = sources
        self.keys = keys
        self.origin = origin
    }

    /// The text of the project file: the drafted parts, then examples of other sections.
    public var text: String {
        """
        \(heading)\(DraftedSource.section(of: sources))
        \(CatalogueText.text(of: keys))
        # How often to fetch: 30s, 5m, 1h, or off. Files are also read when they change.
        refresh: \(DurationText.text(of: Project.usualRefresh))

        \(overrides)

        # theme: dark
        # bindings:
        #   refetch: [r, F5]
        # notify:               # when these keys change, and when keys break
        #   keys: [some_key]
        #   broken: true
        #   by: [bell, desktop]
        \(warehouse.map { "\n\($0.section)\n" } ?? "")
        """
    }

    private var overrides: String { team?.section ?? "overrides: .experiments/overrides.json" }

    private var heading: String {
        guard let origin, !keys.isEmpty else { return "" }
        return """
            # Drafted from \(VisibleText.of(origin)).
            # Types, cases and groups are guesses: check them.


            """
    }
}

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
        let catalogued = chosen.catalogue(among: others)
        let alike = others.filter { $0.isAlike(chosen) }
        let places = [chosen.source(among: others)] + alike
        let snapshot = catalogued.snapshot ?? .empty
        var alternatives = catalogued.alternatives
        for (name, entry) in alike.flatMap({ $0.snapshot?.entries ?? [:] }) {
            if let text = entry.text, snapshot.entries[name] != nil {
                alternatives[name, default: []].append(text)
            }
        }
        let catalogue = CatalogueDraft(
            of: snapshot, inOrder: catalogued.names, alternatives: alternatives, kinds: catalogued.kinds)
        let names = DraftedSource.names(of: places.map(\.title))
        var titles = [catalogued.title]
        for candidate in places where !titles.contains(candidate.title) { titles.append(candidate.title) }
        self.init(
            sources: places.enumerated().map { index, candidate in
                DraftedSource(
                    candidate.place, name: places.count == 1 ? nil : names[index],
                    environment: DraftedSource.environment(of: candidate.title))
            },
            keys: catalogue.keys.map(catalogued.describe), origin: titles.joined(separator: ", "))
        leftOut = catalogue.leftOut
        guessedFrom = catalogued.place
    }

    /// Whether a candidate is one of the sources, or has the keys.
    package func uses(_ candidate: SourceCandidate) -> Bool {
        candidate.place == guessedFrom || sources.contains { $0.place == candidate.place }
    }
}

extension SourceCandidate {
    /// Returns the candidate with the keys: the default values of an app, if they were found with the settings of its
    /// Firebase project, whose values are only known after a fetch, or with a template that has some of its keys.
    fileprivate func catalogue(among others: [SourceCandidate]) -> SourceCandidate {
        if isServices { return others.first(where: \.isDefaults) ?? self }
        if isDefaults, case let source = source(among: others), source.isTemplate {
            return completed(by: source)
        }
        guard isTemplate else { return self }
        return others.first { $0.isDefaults && $0.shares(keysOf: self) }?.completed(by: self) ?? self
    }

    /// Returns the candidate with the values: for the default values of an app, the settings of its Firebase project,
    /// or a template with some of its keys, if one was found.
    fileprivate func source(among others: [SourceCandidate]) -> SourceCandidate {
        guard isDefaults else { return self }
        return others.first(where: \.isServices) ?? others.first { $0.isTemplate && shares(keysOf: $0) }
            ?? self
    }

    private func shares(keysOf other: SourceCandidate) -> Bool {
        names.contains { other.snapshot?.entries[$0] != nil }
    }

    /// Returns the default values of an app with the further keys, values and words of a template.
    private func completed(by template: SourceCandidate) -> SourceCandidate {
        let (own, further) = (snapshot?.entries ?? [:], template.snapshot?.entries ?? [:])
        var result = self
        result.names += template.names.filter { own[$0] == nil }
        result.alternatives = template.alternatives
        for (name, entry) in further where own[name] != nil {
            if let text = entry.text { result.alternatives[name, default: []].append(text) }
        }
        result.snapshot = Snapshot(entries: further.merging(own) { $1 }, fetchedAt: nil)
        (result.groups, result.summaries, result.kinds) = (
            template.groups, template.summaries, template.kinds
        )
        return result
    }

    /// Returns a key with the group and the description that the source gives it.
    fileprivate func describe(_ key: CatalogKey) -> CatalogKey {
        CatalogKey(
            name: key.name, group: groups.isEmpty ? key.group : groups[key.name],
            summary: summaries[key.name],
            schema: key.schema)
    }

    /// Returns whether both seem to be files of the same values, or the same app of Firebase in two environments.
    package func isAlike(_ other: SourceCandidate) -> Bool {
        if case .services(let path, _) = place, case .services(let other, _) = other.place {
            let (ending, otherEnding) = (path.split(scalar: ".").last, other.split(scalar: ".").last)
            return path != other && ending == otherEnding
                && DraftedSource.environment(of: path) != DraftedSource.environment(of: other)
        }
        // The built-in values of an app are not those of an environment.
        guard !isDefaults, !other.isDefaults else { return false }
        guard case .file = place, case .file = other.place, title != other.title,
            let names = snapshot?.entries.keys, let others = other.snapshot?.entries.keys, !names.isEmpty
        else { return false }
        let known = Set(others)
        return names.count(where: known.contains) * 2 >= max(names.count, others.count)
    }
}

extension DraftedSource {
    /// Returns short names for files of the same values: `config` and `staging` for `config.json` and
    /// `config.staging.json`.
    fileprivate static func names(of paths: [String]) -> [String] {
        var known: Set<String> = []
        return paths.map { path in
            let environment = environment(of: path)
            let stem = PathText.name(of: path).split(scalar: ".").first.map(String.init) ?? path
            // If two would have the same name, the later one is named by its path.
            let short = [environment, stem].compactMap(\.self).first { !known.contains($0) } ?? path
            known.insert(short)
            return short
        }
    }

    /// Returns the environment in a path; nil if there is none.
    fileprivate static func environment(of path: String) -> String? {
        let words = PrefixGroups.words(path)
        return environments.first { names in words.contains { names.contains($0) } }?.first
    }

    private static let environments = [
        ["production", "prod", "live"], ["staging", "stage"], ["development", "dev"], ["testing", "qa"],
        ["local"],
    ]
}

/// A source in a drafted project file.
package struct DraftedSource: Sendable, Hashable {
    /// The path or URL, as a title.
    package var title: String { place.title }

    /// The place of its values. Paths are written as in the project file.
    package var place: FoundPlace
    /// The name, required if there are several sources.
    package var name: String?
    /// The environment of its values.
    package var environment: String?

    package init(_ place: FoundPlace, name: String? = nil, environment: String? = nil) {
        self.place = place
        self.name = name
        self.environment = environment
    }

    private var fields: [(name: String, value: String)] {
        var fields = name.map { [("name", YAMLText.scalar($0))] } ?? []
        switch place {
        case .file(let path): fields += [("kind", "file"), ("path", Self.written(path))]
        case .template(let path): fields += [("kind", "firebase-template"), ("path", Self.written(path))]
        case .variants(let path): fields += [("kind", "variants"), ("path", Self.written(path))]
        case .payload(let path): fields += [("kind", "growthbook"), ("path", Self.written(path))]
        case .services(let path, let package):
            fields += [("kind", "firebase"), ("google_services", Self.written(path))]
            if let package { fields.append(("package", YAMLText.scalar(package))) }
        case .emulator(let url): fields += [("kind", "emulator"), ("url", YAMLText.quoted(url))]
        case .flags(let url): fields += [("kind", "ofrep"), ("url", YAMLText.quoted(url))]
        }
        if let environment { fields.append(("environment", YAMLText.scalar(environment))) }
        return fields
    }

    /// Returns a path for a project file. A path that begins with `~` would have another meaning there.
    private static func written(_ path: String) -> String {
        YAMLText.scalar(path.hasScalarPrefix("~") ? "./" + path : path)
    }

    /// Returns the field `source:` for one source, or `sources:` for several, as lines with line feeds.
    static func section(of sources: [DraftedSource]) -> String {
        guard sources.count > 1 else {
            let lines = sources.first?.fields.map { "  \($0.name): \($0.value)\n" } ?? []
            return "source:\n" + lines.joined()
        }
        let entries = sources.map { source in
            "  - " + source.fields.map { "\($0.name): \($0.value)\n" }.joined(separator: "    ")
        }
        return "sources:\n" + entries.joined()
    }
}

/// The shared store of a team in a drafted project file.
package struct DraftedTeam: Sendable, Hashable {
    /// The addresses of its members, for example `http://127.0.0.1:2379`; at least one.
    package var endpoints: [String]
    /// The name of the project in the store.
    package var project: String

    /// Creates a store.
    ///
    /// - Parameter folder: the name of the project's folder, from which the project's name is derived.
    package init(endpoints: [String], folder: String) {
        self.endpoints = endpoints
        let name = folder.map {
            $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "-" || $0 == "_") ? $0 : "-"
        }
        project = name.isEmpty ? "project" : String(name)
    }

    /// The field `overrides:`.
    var section: String {
        """
        # `experiments override set KEY VALUE --team` changes what the team shares.
        overrides:
          file: .experiments/overrides.json
          etcd:
            endpoints: [\(endpoints.joined(separator: ", "))]
            prefix: "\(project)/shared"
            # user: shop
            # password: ${ETCD_PASSWORD}
        """
    }
}

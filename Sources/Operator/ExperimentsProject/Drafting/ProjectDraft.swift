import ExperimentsCore
import ExperimentsSupport

/// A project file to start from, with comments on everything that it can contain.
public struct ProjectDraft: Sendable, Hashable {
    /// The sources of values; at least one.
    package var sources: [DraftedSource]
    /// The keys to declare.
    public var keys: [CatalogKey]
    /// The origin of the keys, in words; nil if they were not guessed.
    package var origin: String?
    /// The shared store of a team; nil for none.
    package var team: DraftedTeam?
    /// The names that a project file cannot declare.
    package var leftOut: [String] = []

    /// Creates a draft for a file of values, and the keys that an app reads.
    public init(sourcePath: String = "config.json", keys: [CatalogKey] = []) {
        self.init(sources: [DraftedSource(.file(path: sourcePath))], keys: keys)
    }

    /// Creates a draft for sources of any kind.
    package init(sources: [DraftedSource], keys: [CatalogKey], origin: String? = nil) {
        (self.sources, self.keys, self.origin) = (sources, keys, origin)
    }

    /// The text of the project file.
    public var text: String { heading + settings + CatalogueText.text(of: keys) }

    /// All but the keys.
    private var settings: String {
        """
        # Where values come from, and the keys that the app reads. `experiments check` tells what does not fit together.

        # A file of key and value, JSON or YAML; the path is relative to this file. Other kinds of source: firebase (with
        # project, app_id and api_key, or the path of a google_services file) and emulator (with url); with `realtime: off`
        # these two are not asked to announce changes to the dashboard. Several sources go under `sources:` as a list,
        # each with a name.
        \(DraftedSource.section(of: sources))
        # How often values are fetched again: 30s, 5m, 1h, or off to fetch by hand only. A file is also read whenever it
        # changes.
        refresh: \(DurationText.text(of: Project.usualRefresh))

        # The overrides, set in the dashboard and followed by apps that read the same file. A list of files puts them in
        # layers, a team's under your own; the last one is written to.
        \(overrides)

        # The look of the dashboard.
        # theme: dark

        # Keys of the dashboard, by action; its help lists them.
        # bindings:
        #   refetch: [r, F5]

        # What the dashboard rings the bell for: changes of these keys, and keys that become missing or incorrect.
        # notify:
        #   keys: [some_key]
        #   broken: true
        #   by: [bell, desktop]


        """
    }

    private var overrides: String { team?.section ?? "overrides: .experiments/overrides.json" }

    private var heading: String {
        guard let origin, !keys.isEmpty else { return "" }
        return """
            # Drafted from \(VisibleText.of(origin)). Types, defaults, cases and groups are what the values seen there
            # suggest: correct what they could not tell.


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

/// A source in a drafted project file.
package struct DraftedSource: Sendable, Hashable {
    /// The path or URL, as a title.
    package var title: String { place.title }

    /// The place of its values. Paths are written as in the project file.
    package var place: FoundPlace
    /// The name, which is needed if there are several sources.
    package var name: String?
    /// The environment of its values.
    package var environment: String?

    package init(_ place: FoundPlace, name: String? = nil, environment: String? = nil) {
        (self.place, self.name, self.environment) = (place, name, environment)
    }

    private var fields: [(name: String, value: String)] {
        var fields = name.map { [("name", YAMLText.scalar($0))] } ?? []
        switch place {
        case .file(let path): fields += [("kind", "file"), ("path", Self.written(path))]
        case .template(let path): fields += [("kind", "firebase-template"), ("path", Self.written(path))]
        case .variants(let path): fields += [("kind", "variants"), ("path", Self.written(path))]
        case .services(let path, let package):
            fields += [("kind", "firebase"), ("google_services", Self.written(path))]
            if let package { fields.append(("package", YAMLText.scalar(package))) }
        case .emulator(let url): fields += [("kind", "emulator"), ("url", YAMLText.quoted(url))]
        case .flags(let url): fields += [("kind", "ofrep"), ("url", YAMLText.quoted(url))]
        }
        if let environment { fields.append(("environment", YAMLText.scalar(environment))) }
        return fields
    }

    /// A path as a project file writes it: one that begins with `~` would have another meaning elsewhere.
    private static func written(_ path: String) -> String {
        YAMLText.scalar(path.hasScalarPrefix("~") ? "./" + path : path)
    }

    /// Returns the field `source:` for one source, or `sources:` for several, as lines with line feeds.
    static func section(of sources: [DraftedSource]) -> String {
        guard sources.count > 1 else {
            let lines = sources.first?.fields.map { "  \($0.name): \($0.value)\n" } ?? []
            let hasEnvironment = sources.first?.environment != nil
            return "source:\n" + lines.joined() + (hasEnvironment ? "" : environmentHint) + colorHint
        }
        let entries = sources.map { source in
            "  - " + source.fields.map { "\($0.name): \($0.value)\n" }.joined(separator: "    ")
        }
        return "sources:\n" + entries.joined()
    }

    private static let environmentHint = "  # environment: staging     # shown in the header\n"
    private static let colorHint = "  # color: yellow            # and in which colour\n"
}

/// The shared store of a team in a drafted project file.
package struct DraftedTeam: Sendable, Hashable {
    /// The addresses of its members, for example `http://127.0.0.1:2379`; at least one.
    package var endpoints: [String]
    /// The name of the project in the store.
    package var project: String

    /// Creates a store.
    ///
    /// - Parameter folder: the name of the project's folder, from which the project's name is made.
    package init(endpoints: [String], folder: String) {
        self.endpoints = endpoints
        let name = folder.map { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "-" || $0 == "_") ? $0 : "-" }
        project = name.isEmpty ? "project" : String(name)
    }

    /// The field `overrides:`.
    var section: String {
        """
        # What the team shares lies under your own file; `experiments override set KEY VALUE --team` changes it.
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

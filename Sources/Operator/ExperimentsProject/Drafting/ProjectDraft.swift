import ExperimentsCore

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

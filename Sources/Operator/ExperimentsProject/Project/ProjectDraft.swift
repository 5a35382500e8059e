import ExperimentsCore

/// A project file to start from: everything it can say, with comments.
public struct ProjectDraft: Sendable, Hashable {
    /// The path of the file of values, as the project file is to write it.
    public var sourcePath: String
    /// The keys to declare.
    public var keys: [CatalogKey]

    /// A draft for a file of values and the keys that an app reads.
    public init(sourcePath: String = "config.json", keys: [CatalogKey] = []) {
        self.sourcePath = sourcePath
        self.keys = keys
    }

    /// The text of the project file.
    public var text: String {
        """
        # Where values come from, and the keys that the app reads. `experiments check` tells what does not fit together.

        # A file of key and value, JSON or YAML; the path is relative to this file. Other kinds of source: firebase (with
        # project, app_id and api_key, or the path of a google_services file) and emulator (with url); with `realtime: off`
        # these two are not asked to announce changes to the dashboard. Several sources go under `sources:` as a list,
        # each with a name.
        source:
          kind: file
          path: \(YAMLText.scalar(sourcePath))
          # environment: staging     # shown in the header
          # color: yellow            # and in which colour

        # How often values are fetched again: 30s, 5m, 1h, or off to fetch by hand only. A file is also read whenever it
        # changes.
        refresh: \(DurationText.text(of: Project.usualRefresh))

        # The overrides, set in the dashboard and followed by apps that read the same file. A list of files puts them in
        # layers, a team's under your own; the last one is written to.
        overrides: .experiments/overrides.json

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


        """ + CatalogueText.text(of: keys)
    }
}

/// A first catalogue of keys, read off what a source holds: a start for a person to correct.
public struct CatalogueDraft: Sendable, Hashable {
    /// The keys, by name.
    public var keys: [CatalogKey]

    /// The keys that a snapshot has, each with the type that its text suggests.
    ///
    /// No default is drafted: what the app falls back on is not for its source to know.
    public init(of snapshot: Snapshot) {
        keys = snapshot.entries.keys.sorted().map { name in
            CatalogKey(name: name, schema: ValueSchema(suggestedBy: snapshot.entries[name]?.text))
        }
    }
}

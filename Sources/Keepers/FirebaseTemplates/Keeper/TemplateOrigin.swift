import ExperimentsCore

/// Where a keeper's template comes from.
public enum TemplateOrigin: Sendable {
    /// A JSON file, which need not exist yet.
    case file(path: String, shownAs: String? = nil)
    /// A project's published template.
    case service(TemplateClient)
}

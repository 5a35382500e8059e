/// A template as the service holds it.
public struct PublishedTemplate: Sendable, Hashable {
    /// The template.
    public let template: RemoteConfigTemplate
    /// The tag of this version, which the next publish has to show; nil where the service sent none.
    public let etag: String?

    /// A template with its tag.
    public init(template: RemoteConfigTemplate, etag: String?) {
        self.template = template
        self.etag = etag
    }
}

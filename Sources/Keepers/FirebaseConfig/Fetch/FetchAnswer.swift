/// What a good answer to a fetch says.
public enum FetchAnswer: Sendable, Hashable {
    /// Here is the whole set of parameters.
    case update(FetchedConfig)
    /// The set that the request named by its tag is still the one.
    case noChange
    /// There is a template and it holds no parameter for this app.
    case emptyConfig(FetchedConfig)
    /// There is no template.
    case noTemplate(FetchedConfig)
}

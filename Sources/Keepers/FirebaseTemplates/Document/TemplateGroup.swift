/// A heading under which parameters are listed. Apps never see it.
public struct TemplateGroup: Sendable, Hashable {
    /// What it is called.
    public let name: String
    /// What it is for, as the template says.
    public let description: String?
    /// The keys of its parameters, in the order written.
    public let keys: [String]
}

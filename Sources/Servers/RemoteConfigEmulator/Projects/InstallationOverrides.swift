/// What an operator set for one installation.
struct InstallationOverrides: Sendable, Hashable {
    /// Texts by key, in the place of what the template says; nil where the key is to be left out.
    var values: [String: String?] = [:]
    /// How often they changed. It is added to the template's version, so that a client takes a change for news.
    var revision: Int64 = 0
}

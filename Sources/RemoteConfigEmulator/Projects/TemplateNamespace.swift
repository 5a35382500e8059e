/// Which of a project's templates.
public enum TemplateNamespace: String, Sendable, Hashable, CaseIterable {
    /// That of apps.
    case client = "firebase"
    /// That of servers.
    case server = "firebase-server"
}

/// Whom a template is for.
public enum TemplateNamespace: String, Sendable, Hashable, CaseIterable {
    /// Apps: the service decides for each installation.
    case client = "firebase"
    /// Servers, which decide by themselves.
    case server = "firebase-server"
}

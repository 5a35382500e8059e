/// The kinds of source that a project file can name.
public enum SourceKind: String, Sendable, Hashable, CaseIterable {
    case file
    case firebase
    case emulator
    case firebaseTemplate = "firebase-template"
    case variants
    case activeConfig = "active-config"

    /// Whether this build can fetch from it.
    public var isSupported: Bool {
        switch self {
        case .file, .firebase, .emulator, .variants, .activeConfig: true
        case .firebaseTemplate: false
        }
    }

    static let supportedNames = allCases.filter(\.isSupported).map(\.rawValue)
}

/// The kinds of source that a project file can name.
public enum SourceKind: String, Sendable, Hashable, CaseIterable {
    case file
    case firebase
    case emulator
    case firebaseTemplate = "firebase-template"
    case variants
    case activeConfig = "active-config"

    static let names = allCases.map(\.rawValue)
}

import ExperimentsCore

/// What a filter can ask about by name: `status:missing`.
package enum FilterField: String, Sendable, Hashable, CaseIterable {
    case key, status, type, group, value, source, changed, experiment

    /// The field that a word before a colon names.
    package init?(named name: String) {
        switch name.lowercased() {
        case "name": self = .key
        case "is": self = .status
        case "from": self = .source
        case let name:
            guard let field = Self(rawValue: name) else { return nil }
            self = field
        }
    }

    /// Whether any text may follow the colon.
    package var isText: Bool {
        switch self {
        case .key, .group, .value, .source, .experiment: true
        case .status, .type, .changed: false
        }
    }

    /// What may follow the colon, in words.
    package var expectation: String {
        switch self {
        case .key: "part of a key's name"
        case .status: KeyStatus.allCases.map(\.rawValue).joined(separator: ", ")
        case .type: ValueKind.allCases.map(\.rawValue).joined(separator: ", ")
        case .group: "part of a group's name"
        case .value: "part of the value in force"
        case .source: "part of who supplies the value: source, override, default or a name"
        case .changed: "<5m, >1h, or last for the last fetch that changed something"
        case .experiment: "part of an experiment's name"
        }
    }
}

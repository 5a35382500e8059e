import ExperimentsCore
import FirebaseTemplates

extension TemplateParameter.ValueType {
    /// Returns a template's type for values of a key's kind.
    init(_ kind: ValueKind) {
        switch kind {
        case .bool: self = .boolean
        case .int, .double: self = .number
        case .json: self = .json
        case .string, .duration, .url, .date: self = .string
        }
    }
}

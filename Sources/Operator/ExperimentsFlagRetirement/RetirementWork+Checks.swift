import ExperimentsCore
import ExperimentsSourceScanning

/// Refuses values that the app does not accept.
extension RetirementWork {
    /// Refuses a value that the key cannot have.
    func check() throws(MessageError) {
        if let expected = expectedType, facts.value(of: facts.type) == nil { throw invalid(expected, nil) }
        guard facts.hasLimits, let schema = schema else { return }
        do throws(IncorrectValue) {
            try schema.check(facts.text)
        } catch {
            throw invalid(error.expected, schema.defaultText)
        }
    }

    private func invalid(_ expected: String, _ used: String?) -> MessageError {
        let use = used.map { "; the app uses its default, \(Quotation.of($0))" } ?? ""
        return MessageError(
            "invalid --value \(Quotation.of(facts.text)) for \(facts.key): expected \(expected)\(use)",
            advice: used.map { "use `--value=\($0)` for the value that the app uses" })
    }

    private var expectedType: String? {
        switch facts.type {
        case .named(let name):
            guard let type = facts.types[name], !type.cases.isEmpty || type.kind == .onOff else { return nil }
            return type.kind == .onOff ? "true or false" : type.cases.map(\.raw).joined(separator: ", ")
        case .bool: return "true or false"
        case .int: return "a whole number"
        case .double, .decimal: return "a number"
        case .url: return "a URL"
        case .date: return "a date, such as 2026-03-01T09:30:00Z"
        case .duration: return "a length of time, such as 90s"
        default: return nil
        }
    }

    /// The valid values, from the declaration of the key.
    private var schema: ValueSchema? { SourceScan(files).keys.first { $0.name == facts.key }?.schema }

    /// The texts with the name of the key, sorted.
    var textPlaces: [FlagRetirement.LeftPlace] { texts.places(refused: refused) }

    /// The places that stay, sorted.
    var leftPlaces: [FlagRetirement.LeftPlace] { left.places(refused: refused) }
}

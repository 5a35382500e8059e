import ExperimentsCore
import FirebaseTemplates

/// A value in a publication that is not valid for the app's key.
public struct IncorrectTemplateValue: Sendable, Hashable, CustomStringConvertible {
    /// The key.
    public let key: String
    /// The condition under which apps would get the value; nil for the default.
    public let condition: String?
    /// Why the key does not accept it.
    public let problem: IncorrectValue

    /// `trial_days when "uk": expected a whole number from 0 to 30, found "abc"`.
    public var description: String {
        key + (condition.map { " when \(Quotation.of($0))" } ?? "")
            + ": expected \(problem.expected), found \(Quotation.of(problem.found))"
    }

    /// Returns the values of a template that are not valid for the declared keys, except those that are already
    /// published.
    public static func all(
        in template: RemoteConfigTemplate, replacing published: RemoteConfigTemplate, for keys: [CatalogKey]
    ) -> [IncorrectTemplateValue] {
        let declared = Dictionary(keys.map { ($0.name, $0) }) { first, _ in first }
        let before = Dictionary(published.parameters.map { ($0.key, $0) }) { first, _ in first }
        return template.parameters.flatMap { parameter -> [IncorrectTemplateValue] in
            guard let key = declared[parameter.key] else { return [] }
            let old = before[parameter.key]
            var found: [IncorrectTemplateValue] = []
            func check(_ value: TemplateValue?, _ oldValue: TemplateValue?, when condition: String?) {
                guard let value, value != oldValue else { return }
                for text in value.texts {
                    do throws(IncorrectValue) {
                        try key.check(text)
                    } catch {
                        found.append(
                            IncorrectTemplateValue(key: key.name, condition: condition, problem: error))
                    }
                }
            }
            check(parameter.defaultValue, old?.defaultValue, when: nil)
            for value in parameter.conditionalValues {
                check(value.value, old?.value(when: value.condition), when: value.condition)
            }
            return found
        }
    }
}

extension TemplateValue {
    /// The texts that apps may get of it.
    fileprivate var texts: [String] {
        switch self {
        case .text(let text): return [text]
        case .inAppDefault: return []
        case .other(let json):
            let variants = json["experimentValue"]?.object?["variantValue"]?.array ?? []
            let rollout = json["rolloutValue"]?.object?["value"]?.string
            return [rollout].compactMap(\.self) + variants.compactMap { $0.object?["value"]?.string }
        }
    }
}

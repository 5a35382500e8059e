import ExperimentsCore
import ExperimentsKeyGeneration
import FirebaseTemplates

/// The keys of a template of Firebase Remote Config.
enum TemplateKeys {
    static func keys(_ bytes: [UInt8], _ path: String) throws(TemplateProblem) -> FoundKeys {
        do throws(TemplateProblem) {
            return keys(of: try RemoteConfigTemplate(parsing: bytes))
        } catch {
            throw error.found(in: path)
        }
    }

    private static func keys(of template: RemoteConfigTemplate) -> FoundKeys {
        var found = FoundKeys()
        for parameter in template.parameters {
            let key = CatalogKey(parameter)
            found.keys.append(key)
            found.texts[key.name] = parameter.conditionalValues.compactMap(\.value.text)
            if case .text(let text)? = parameter.defaultValue, key.schema.defaultText == nil {
                found.notes.append(
                    "the default of \(Quotation.of(key.name)) is ignored: expected \(key.schema.expectation), found "
                        + Quotation.of(text))
            }
        }
        return found
    }
}

extension TemplateValue {
    /// The text that apps get; nil if only the service knows it.
    fileprivate var text: String? {
        if case .text(let text) = self { text } else { rollout?.value }
    }
}

extension CatalogKey {
    /// Creates a key from a parameter of a template. Its type is the declared one, or that of its values.
    fileprivate init(_ parameter: TemplateParameter) {
        let texts = ([parameter.defaultValue] + parameter.conditionalValues.map(\.value)).compactMap {
            $0?.text
        }
        let kinds = Set(texts.map(ValueKind.init(suggestedBy:)))
        let isNumber = !kinds.isEmpty && kinds.isSubset(of: [.int, .double])
        let kind: ValueKind =
            switch parameter.valueType {
            case .boolean: .bool
            case .json: .json
            case .string: .string
            case .number: kinds == [.int] ? .int : .double
            case .unspecified, nil:
                isNumber
                    ? (kinds == [.int] ? .int : .double) : kinds.count == 1 ? kinds.first ?? .string : .string
            }
        var schema = ValueSchema(kind: kind)
        if case .text(let text)? = parameter.defaultValue, (try? schema.check(text)) != nil {
            schema.defaultText = text
        }
        self.init(name: parameter.key, group: parameter.group, summary: parameter.description, schema: schema)
    }
}

import ExperimentsCore
import ExperimentsOperator
import FirebaseTemplates

/// One thing of the template being typed: a value, an expression, a percentage, a name; with what is wrong with it while
/// it is typed.
struct TemplateFieldPanel: Sendable {
    /// The kind of text that is typed.
    enum Purpose: Sendable, Hashable {
        /// The value of a row, or the expression of a condition.
        case edit(TemplateRow.Item)
        case newParameter
        /// The first value of a parameter that was just named.
        case newValue(String)
        case newCondition
        /// The expression of a condition that was just named.
        case newExpression(String)
        case percent(String)
        case describe(String)
        case group(String)
        case rename(TemplateRow.Item)
    }

    let purpose: Purpose
    private(set) var field: TextField
    /// The type of the value, if it is one.
    private(set) var type: TemplateParameter.ValueType?
    /// Whether the app's own default is meant, rather than what is typed.
    private(set) var isInAppDefault = false
    /// The problem with the typed text.
    private(set) var problem: TypedTextProblem?
    /// Why it was refused when it was to be taken.
    private(set) var refusal: TemplateEditProblem?
    /// The doubt of the project's own key about the value, which another app may accept.
    private(set) var doubt: String?
    /// The key of the project whose value is typed, if it declares one.
    let key: CatalogKey?

    /// Why there is nothing to type.
    struct Refusal: Error {
        let message: String
    }

    private init(_ purpose: Purpose, _ text: String, type: TemplateParameter.ValueType? = nil, key: CatalogKey? = nil) {
        (self.purpose, self.type, self.key) = (purpose, type, key)
        field = TextField(value: text)
        if !isValue { field = TextField(text, room: TextField.Room.value) }
        check()
    }

    /// The panel for a purpose, with what there is now.
    static func opened(
        _ purpose: Purpose, _ template: RemoteConfigTemplate, keys: [CatalogKey]
    ) -> Result<TemplateFieldPanel, Refusal> {
        switch purpose {
        case .edit(.condition(let name)):
            return .success(TemplateFieldPanel(purpose, template.condition(name)?.expression ?? ""))
        case .edit(let item):
            guard let key = item.key, let parameter = template.parameter(key) else {
                return .failure(Refusal(message: "it is not there any more"))
            }
            let value = item.condition.map { parameter.value(when: $0) } ?? parameter.defaultValue
            return Self.value(purpose, from: value, of: parameter, as: keys.first { $0.name == key })
        case .newValue(let key):
            let declared = keys.first { $0.name == key }
            let type = declared.map { TemplateParameter.ValueType($0.schema.kind) } ?? .string
            return .success(
                TemplateFieldPanel(purpose, declared?.schema.defaultText ?? "", type: type, key: declared))
        case .newExpression: return .success(TemplateFieldPanel(purpose, "true"))
        case .newParameter, .newCondition: return .success(TemplateFieldPanel(purpose, ""))
        case .percent(let name):
            let clause = template.condition(name)?.expression.flatMap { PercentClause($0) }
            return .success(TemplateFieldPanel(purpose, clause.map { NumberText.text(of: $0.share) } ?? ""))
        case .describe(let key):
            return .success(TemplateFieldPanel(purpose, template.parameter(key)?.description ?? ""))
        case .group(let key): return .success(TemplateFieldPanel(purpose, template.parameter(key)?.group ?? ""))
        case .rename(let item):
            return .success(TemplateFieldPanel(purpose, item.condition ?? item.key ?? ""))
        }
    }

    private static func value(
        _ purpose: Purpose, from value: TemplateValue?, of parameter: TemplateParameter, as key: CatalogKey?
    ) -> Result<TemplateFieldPanel, Refusal> {
        let type = parameter.valueType
        switch value {
        case .other(let json) where json["experimentValue"] != nil:
            return .failure(Refusal(message: "it is a value of an experiment; stop the experiment first"))
        case .other: return .failure(Refusal(message: "it is a value that only Google's console can edit"))
        case .inAppDefault:
            var panel = TemplateFieldPanel(purpose, "", type: type, key: key)
            panel.toggleInAppDefault()
            return .success(panel)
        case .text(let text): return .success(TemplateFieldPanel(purpose, text, type: type, key: key))
        case nil:
            let text = parameter.defaultValue.flatMap { if case .text(let text) = $0 { text } else { nil } }
            return .success(TemplateFieldPanel(purpose, text ?? "", type: type, key: key))
        }
    }

    /// Whether a value is typed, rather than a name or an expression.
    var isValue: Bool {
        switch purpose {
        case .edit(.parameter), .edit(.value), .newValue: true
        default: false
        }
    }

    /// Whether an expression is typed.
    var isExpression: Bool {
        switch purpose {
        case .edit(.condition), .newExpression: true
        default: false
        }
    }

    /// Whether it can be typed in `$EDITOR`, too.
    var isLong: Bool { isValue || isExpression }

    mutating func edit(_ change: (inout TextField) -> Void) {
        change(&field)
        (refusal, isInAppDefault) = (nil, false)
        check()
    }

    mutating func toggleInAppDefault() {
        guard isValue else { return }
        isInAppDefault.toggle()
        check()
    }

    /// Steps to the other truth.
    mutating func toggleTruth() {
        guard isValue, type == .boolean else { return }
        replace(field.text.lowercased() == "true" ? "false" : "true")
    }

    /// Takes another text in place of what is typed.
    mutating func replace(_ text: String) {
        let isValue = isValue
        edit { $0 = isValue ? TextField(value: text) : TextField(text, room: TextField.Room.value) }
    }

    /// The typed text, to be edited in `$EDITOR`.
    var editorRequest: EditorRequest {
        let isJSON = type == .json
        let name = key?.name ?? "\(purpose)"
        let text = isJSON ? (try? JSONValue(parsing: field.text))?.prettyText ?? field.text : field.text
        let shown = key ?? CatalogKey(name: name, schema: ValueSchema(kind: isJSON ? .json : .string))
        return EditorRequest(key: shown, text: text, fileExtension: isJSON ? "json" : "txt")
    }

    mutating func refuse(_ problem: TemplateEditProblem) { refusal = problem }

    private mutating func check() {
        (problem, doubt) = (nil, nil)
        guard !isInAppDefault else { return }
        do throws(TypedTextProblem) {
            if isExpression {
                try ConditionExpression.check(field.text)
            } else if isValue {
                try type?.check(field.text)
            }
        } catch {
            problem = error
        }
        guard isValue, problem == nil, let key else { return }
        do throws(IncorrectValue) {
            try key.check(field.text)
        } catch {
            doubt = "\(key.name) as the project declares it does not accept this: \(error.reason)"
        }
    }
}

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

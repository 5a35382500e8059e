import ExperimentsCore
import SwiftSyntax
import SyntaxReading

/// Reads off a value type what its keys accept.
struct ValueReader {
    let type: TypeDeclaration
    let index: TypeIndex
    private(set) var problems: [ScanProblem] = []

    init(type: TypeDeclaration, index: TypeIndex) {
        self.type = type
        self.index = index
    }

    /// The schema, or nil where the type's kind can't be told, which is then a problem.
    mutating func schema() -> ValueSchema? {
        guard let kind = ValueShape.of(type, in: index) else {
            report(
                type.name,
                "the kind of '\(type.qualifiedName)' could not be read; expected one of the macros, or a conformance such "
                    + "as StringRemoteValue, BoolRemoteValue, IntRemoteValue, DoubleRemoteValue or JSONRemoteValue",
                isKeyLost: true)
            return nil
        }
        return switch kind {
        case .string: stringSchema()
        case .bool: ValueSchema(kind: .bool, defaultText: boolDefault())
        case .baselineString: baselineStringSchema()
        case .baselineBool:
            ValueSchema(kind: .bool, defaultText: baselineBoolDefault(), understandsBaseline: true)
        case .number(let kind, let isBaselinable): numberSchema(kind, isBaselinable)
        case .json: ValueSchema(kind: .json, defaultText: jsonDefault())
        }
    }

    /// The expression of the type's own `default`, if it declares one.
    var ownDefault: ExprSyntax? { type.property("default", isStatic: true)?.valueExpression }

    var declaresDefault: Bool { type.property("default", isStatic: true) != nil }

    mutating func report(_ node: some SyntaxProtocol, _ message: String, isKeyLost: Bool = false) {
        problems.append(ScanProblem(place: type.file.place(of: node), message: message, isKeyLost: isKeyLost))
    }

    /// Reports that the default can't be told, and leaves it out.
    mutating func leaveOutDefault(at node: some SyntaxProtocol) -> String? {
        report(node, "the default of '\(type.qualifiedName)' could not be read, and is left out")
        return nil
    }

    // MARK: JSON

    /// A document made of initial values that are all literals, as the type would write it.
    private mutating func jsonDefault() -> String? {
        guard !declaresDefault, type.macro?.name == .json else {
            return leaveOutDefault(at: ownDefault.map(Syntax.init) ?? Syntax(type.name))
        }
        if let text = type.initialDocument { return text }
        let unread = type.node.storedBindings.first { $0.initializer?.value.jsonLiteral == nil }
        return leaveOutDefault(at: unread.map(Syntax.init) ?? Syntax(type.name))
    }
}

extension TypeDeclaration {
    /// The document of the initial values of all stored properties; nil where one is no literal.
    var initialDocument: String? {
        var members: [(key: String, value: JSONValue)] = []
        for binding in node.storedBindings {
            guard let name = binding.name?.plainText, let value = binding.initializer?.value.jsonLiteral else {
                return nil
            }
            members.append((name, value))
        }
        members.sort { $0.key < $1.key }
        let texts = members.map { JSONValue.string($0.key).compactText + ":" + $0.value.compactText }
        return "{" + texts.joined(separator: ",") + "}"
    }
}

extension ExprSyntax {
    fileprivate var jsonLiteral: JSONValue? {
        if let text = textLiteral { return .string(text) }
        if let truth = booleanLiteral { return .bool(truth) }
        return NumberLiteral.value(of: self).map { .number(NumberText.text(of: $0)) }
    }
}

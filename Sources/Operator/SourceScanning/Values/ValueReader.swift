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

    var literals: LiteralReader { type.literals(in: index) }

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
        if let text = type.initialDocument(in: index) { return text }
        let unread = type.node.storedBindings.first { literals.json($0) == nil }
        return leaveOutDefault(at: unread.map(Syntax.init) ?? Syntax(type.name))
    }
}

extension TypeDeclaration {
    /// The document of the initial values of all stored properties; nil where one cannot be read.
    func initialDocument(in index: TypeIndex) -> String? {
        let literals = literals(in: index)
        var members: [(key: String, value: JSONValue)] = []
        for binding in node.storedBindings {
            guard let name = binding.name?.plainText, let value = literals.json(binding) else {
                return nil
            }
            members.append((name, value))
        }
        members.sort { $0.key < $1.key }
        let texts = members.map { JSONValue.string($0.key).compactText + ":" + $0.value.compactText }
        return "{" + texts.joined(separator: ",") + "}"
    }
}

extension LiteralReader {
    /// Returns the initial value of a property as JSON.
    fileprivate func json(_ binding: PatternBindingSyntax) -> JSONValue? {
        let value = binding.initializer?.value
        if let text = text(value) { return .string(text) }
        if let truth = truth(value) { return .bool(truth) }
        let kind: ScannedNumber.Kind? = binding.typeAnnotation?.type.namePath == ["Double"] ? .fraction : nil
        return number(value, as: kind).map { .number($0.text) }
    }
}

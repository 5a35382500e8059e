import ExperimentsCore
import ExperimentsSyntaxReading
import SwiftSyntax

extension TypeDeclaration {
    /// Returns the document of the initial values of all stored properties; nil if one cannot be read.
    func initialDocument(in index: TypeIndex) -> String? { initialObject(in: index, depth: 0)?.compactText }

    fileprivate func initialObject(in index: TypeIndex, depth: Int) -> JSONValue? {
        guard depth < 16 else { return nil }
        let literals = literals(in: index)
        let keys = codingKeys(in: index)
        var members: [JSONObject.Member] = []
        for binding in node.storedBindings {
            guard let name = binding.name?.plainText else { return nil }
            // A property without a coding key is not part of the document.
            guard let key = keys.map({ $0[name] }) ?? name else { continue }
            // An optional without a value is nil, which a document does not have.
            if binding.initializer == nil, binding.typeAnnotation?.type.is(OptionalTypeSyntax.self) == true {
                continue
            }
            guard let value = literals.json(binding, depth: depth) else { return nil }
            members.append(.init(name: key, value: value))
        }
        members.sort { $0.name < $1.name }
        return .object(JSONObject(setting: members))
    }

    /// Returns the members' names by property, if the type defines them.
    private func codingKeys(in index: TypeIndex) -> [String: String]? {
        guard let keys = index.types[(path + ["CodingKeys"]).joined(separator: ".")] else { return nil }
        let pairs = keys.cases.map { ($0.name.plainText, $0.rawText) }
        return Dictionary(pairs) { first, _ in first }
    }
}

extension LiteralReader {
    /// Returns the initial value of a property as JSON.
    func json(_ binding: PatternBindingSyntax, depth: Int = 0) -> JSONValue? {
        let isNumber = binding.typeAnnotation?.type.namePath == ["Double"]
        return binding.initializer.flatMap { json($0.value, isNumber ? .fraction : nil, depth: depth) }
    }

    private func json(_ value: ExprSyntax, _ kind: ScannedNumber.Kind?, depth: Int) -> JSONValue? {
        if let text = text(value) { return .string(text) }
        if let truth = truth(value) { return .bool(truth) }
        if let number = number(value, as: kind) { return .number(number.text) }
        if let elements = value.as(ArrayExprSyntax.self)?.elements {
            let values = elements.compactMap { json($0.expression, kind, depth: depth) }
            return values.count == elements.count ? .array(values) : nil
        }
        guard let call = value.as(FunctionCallExprSyntax.self), call.arguments.isEmpty,
            let path = call.calledExpression.namePath, let type = index.type(path, from: scope.types)
        else { return nil }
        return type.initialObject(in: index, depth: depth + 1)
    }
}

import ExperimentsProject
import ExperimentsSourceScanning
import ExperimentsSyntaxReading
import SwiftSyntax

/// Finds the enums of texts whose cases are keys: those of which a case is passed to a function that reads keys.
struct KeyLists {
    private let readers: [ProjectCodeReader]
    private let resolver: NameResolver
    /// The enums that have a case with the name of the key, and the cases.
    private let candidates: [TypeKey: Set<String>]
    private(set) var found: Set<TypeKey> = []

    init(_ key: String, _ trees: [SourceFileSyntax], readers: [ProjectCodeReader], _ resolver: NameResolver) {
        (self.readers, self.resolver) = (readers, resolver)
        var candidates: [TypeKey: Set<String>] = [:]
        for tree in trees {
            for node in tree.nodes(of: EnumDeclSyntax.self) where node.hasStringRawType && !node.isOfCoding {
                guard node.caseElements.contains(where: { $0.rawText == key }),
                    let type = resolver.key(of: Syntax(node))
                else { continue }
                candidates[type] = Set(node.caseElements.map(\.name.plainText))
            }
        }
        self.candidates = candidates
    }

    var isEmpty: Bool { candidates.isEmpty }

    /// Looks for calls in a file.
    mutating func search(_ tree: SourceFileSyntax) {
        tree.visitNodes { node in
            if let call = node.as(FunctionCallExprSyntax.self), let first = call.arguments.first {
                check(call, first.expression)
            } else if let call = node.as(SubscriptCallExprSyntax.self), call.arguments.count == 1,
                let argument = call.arguments.first?.expression, call.hasParameterAccessor
            {
                note(rawValueOf: argument)
            }
            return true
        }
    }

    private mutating func check(_ call: FunctionCallExprSyntax, _ argument: ExprSyntax) {
        guard let (_, name) = call.callee else { return }
        let labels = call.arguments.map { $0.label?.plainText ?? "_" }
        if readers.contains(where: { $0.name == name && $0.labels == labels }) {
            note(argument)
        } else if name == "configValue" {
            note(rawValueOf: argument)
        }
    }

    private mutating func note(rawValueOf argument: ExprSyntax) {
        guard let member = argument.as(MemberAccessExprSyntax.self),
            member.declName.baseName.text == "rawValue",
            let base = member.base
        else { return }
        note(base)
    }

    private mutating func note(_ argument: ExprSyntax) {
        note(rawValueOf: argument)
        if let key = resolver.type(of: argument)?.unwrapped.key, candidates[key] != nil {
            found.insert(key)
            return
        }
        guard let member = argument.as(MemberAccessExprSyntax.self), member.base == nil else { return }
        let name = member.declName.baseName.plainText
        switch resolver.expected(of: argument) {
        case .types(let types):
            found.formUnion(types.compactMap(\.unwrapped.key).filter { candidates[$0] != nil })
        case .library, .unknown:
            let possible = candidates.filter { $0.value.contains(name) }
            if possible.count == 1 { found.formUnion(possible.keys) }
        }
    }
}

extension EnumDeclSyntax {
    /// Whether it lists the members of a coded type.
    var isOfCoding: Bool { inheritedNames.contains("CodingKey") }
}

import ExperimentsCore
import ExperimentsSyntaxReading
import SwiftSyntax

/// Reads keys from the cases of key enums.
struct KeyReader {
    let index: TypeIndex
    private(set) var keys: [CatalogKey] = []
    private(set) var places: [String: SourcePlace] = [:]
    private(set) var problems: [ScanProblem] = []
    /// The keys that a generated file still contains for one version, with their messages.
    private(set) var deprecatedKeys: [(key: CatalogKey, message: String)] = []
    /// The schemas of value types, which several keys may share.
    private var schemas: [String: ValueSchema?] = [:]

    init(index: TypeIndex) {
        self.index = index
    }

    mutating func read(_ declaration: TypeDeclaration) {
        guard declaration.node.is(EnumDeclSyntax.self) else {
            return lose(
                declaration.name, in: declaration,
                "\"\(declaration.qualifiedName)\" is a RemoteKey but not an enum, so its keys are known only at run time; "
                    + "declare them in the catalog by hand")
        }
        guard let property = declaration.property("valueType", isStatic: false),
            let types = CaseExpressions(property)
        else {
            return lose(
                declaration.name, in: declaration,
                "the valueType of \"\(declaration.qualifiedName)\" could not be read; expected a switch over self with "
                    + "one Type.self for each case")
        }
        let titles = declaration.property("title", isStatic: false).flatMap(CaseExpressions.init)
        let hasTitles = index.conforms(declaration, to: ["TitledRemoteKey"])
        for element in declaration.cases {
            guard let name = name(of: element, in: declaration) else { continue }
            guard let schema = schema(of: element, name, types, in: declaration) else { continue }
            let title = hasTitles ? title(of: element, titles, in: declaration) : nil
            add(CatalogKey(name: name, title: title, schema: schema), declaration.file.place(of: element))
        }
    }

    /// Reads a key that knows its type.
    mutating func read(_ call: KeyCall) {
        var reader = TypedKeyReader(call, index: index)
        let key = reader.key()
        problems += reader.problems
        guard let key else { return }
        if let message = call.deprecation, message.hasPrefix("not in "), message.contains(" since ") {
            deprecatedKeys.append((key, message))
        } else {
            add(key, call.file.place(of: call.anchor))
        }
    }

    /// Reads the cases of an enum as keys; returns false if there is no such enum.
    mutating func read(_ keyEnum: KeyEnum) -> Bool {
        guard let declaration = index.type(keyEnum.path, from: []) else { return false }
        let defaults = ["defaultValue", "default"].lazy
            .compactMap { declaration.property($0, isStatic: false).flatMap(CaseExpressions.init) }.first
        for element in declaration.cases {
            guard let name = name(of: element, in: declaration) else { continue }
            let value = defaults?[element.name.plainText]
            let text = value.flatMap {
                declaration.literals(in: index).defaultText($0.withoutCast, as: keyEnum.kind)
            }
            add(
                CatalogKey(name: name, schema: ValueSchema(kind: keyEnum.kind, defaultText: text)),
                declaration.file.place(of: element))
        }
        return true
    }

    /// Adds the keys that code reads by name, unless they are declared.
    mutating func read(_ named: NamedKeyReader) {
        problems += named.problems
        for (key, place) in named.keys where places[key.name] == nil { add(key, place) }
    }

    private mutating func add(_ key: CatalogKey, _ place: SourcePlace) {
        if let first = places[key.name] {
            problems.append(
                ScanProblem(
                    place: place, message: "key \"\(key.name)\" is declared twice: first at \(first)",
                    isKeyLost: false)
            )
            return
        }
        places[key.name] = place
        keys.append(key)
    }

    /// Returns the key's name: the raw value, unless the enum defines another one.
    mutating func name(of element: EnumCaseElementSyntax, in declaration: TypeDeclaration) -> String? {
        let caseName = element.name.plainText
        guard element.parameterClause == nil else {
            lose(
                element, in: declaration,
                "case \"\(caseName)\" has associated values, so its keys are known only at run time"
            )
            return nil
        }
        if let property = declaration.property("name", isStatic: false) {
            let expressions = CaseExpressions(property)
            let expression = expressions?[caseName]
            if let text = declaration.literals(in: index).text(expression) { return text }
            guard let path = expression?.namePath,
                ["rawValue", "self.rawValue"].contains(path.joined(separator: "."))
            else {
                lose(
                    element, in: declaration,
                    "the name of case \"\(caseName)\" could not be read; expected a string literal")
                return nil
            }
        }
        guard declaration.node.hasStringRawType else {
            lose(
                element, in: declaration,
                "case \"\(caseName)\" has no raw value, and its name could not be read")
            return nil
        }
        return element.rawText
    }

    private mutating func schema(
        of element: EnumCaseElementSyntax, _ name: String, _ types: CaseExpressions,
        in declaration: TypeDeclaration
    ) -> ValueSchema? {
        guard let expression = types[element.name.plainText], let path = expression.metatypePath else {
            lose(
                element, in: declaration,
                "the value type of key \"\(name)\" could not be read; expected one Type.self")
            return nil
        }
        guard let type = index.type(path, from: declaration.path) else {
            lose(
                expression, in: declaration,
                "the value type \"\(path.joined(separator: "."))\" of key \"\(name)\" is not declared in the sources given"
            )
            return nil
        }
        if let known = schemas[type.qualifiedName] { return known }
        var reader = ValueReader(type: type, index: index)
        let schema = reader.schema()
        problems += reader.problems
        schemas[type.qualifiedName] = .some(schema)
        return schema
    }

    private mutating func title(
        of element: EnumCaseElementSyntax, _ titles: CaseExpressions?, in declaration: TypeDeclaration
    ) -> String? {
        let expression = titles?[element.name.plainText]
        if let text = declaration.literals(in: index).text(expression) { return text }
        // A key without a title has its name as the title.
        if let path = expression?.namePath, ["name", "rawValue"].contains(path.last) { return nil }
        let place = declaration.file.place(of: expression.map(Syntax.init) ?? Syntax(element))
        problems.append(
            ScanProblem(
                place: place,
                message:
                    "the title of case \"\(element.name.plainText)\" is not a string literal and is ignored",
                isKeyLost: false))
        return nil
    }

    private mutating func lose(
        _ node: some SyntaxProtocol, in declaration: TypeDeclaration, _ message: String
    ) {
        problems.append(
            ScanProblem(place: declaration.file.place(of: node), message: message, isKeyLost: true))
    }
}

/// The value of an enum's property for each case: a `switch self` with one expression each, or one expression for all.
struct CaseExpressions {
    private var byCase: [String: ExprSyntax] = [:]
    private var others: ExprSyntax?

    /// Reads a property; nil if it is neither of the two.
    init?(_ property: PatternBindingSyntax) {
        guard let expression = property.valueExpression else { return nil }
        guard let choice = expression.as(SwitchExprSyntax.self) else {
            others = expression
            return
        }
        guard choice.subject.trimmedDescription == "self" else { return nil }
        read(choice.cases)
    }

    private mutating func read(_ cases: SwitchCaseListSyntax) {
        for element in cases {
            if case .ifConfigDecl(let conditional) = element {
                for clause in conditional.clauses {
                    if case .switchCases(let inner) = clause.elements { read(inner) }
                }
                continue
            }
            guard case .switchCase(let branch) = element else { continue }
            // A branch of several statements leaves its cases without an expression.
            guard let value = branch.statements.onlyExpression else { continue }
            switch branch.label {
            case .default: others = value
            case .case(let label):
                for item in label.caseItems {
                    guard let name = item.pattern.caseName else { continue }
                    byCase[name] = value
                }
            }
        }
    }

    subscript(name: String) -> ExprSyntax? { byCase[name] ?? others }
}

extension PatternSyntax {
    /// The case that a pattern names: `.a`, `Self.a` or `Key.a`.
    fileprivate var caseName: String? { self.as(ExpressionPatternSyntax.self)?.expression.memberName }
}

import ExperimentsCore

/// A Swift file with keys as the cases of an enum, whose values are types that the macros make.
struct EnumFile {
    let keys: [CatalogKey]
    /// The forms of keys, by name.
    let forms: [String: KeyForm]
    let kept: GeneratedNames
    let options: KeyCodeOptions

    /// Creates the file.
    ///
    /// - Throws: `KeyCodeProblems` with the keys that such an enum cannot have.
    init(
        _ keys: [CatalogKey], forms: [String: KeyForm], kept: GeneratedNames, _ options: KeyCodeOptions
    ) throws(KeyCodeProblems) {
        self.keys = keys
        self.forms = forms
        self.kept = kept
        self.options = options
        guard !keys.isEmpty else { throw KeyCodeProblems(["no keys; an enum needs at least one"]) }
        let problems = keys.compactMap { key in reason(against: key).map { "key \"\(key.name)\" \($0)" } }
        guard problems.isEmpty else {
            throw KeyCodeProblems(problems, advice: "remove --style enum to get a property for each key")
        }
    }

    private func form(of key: CatalogKey) -> KeyForm { forms[key.name] ?? KeyForm(key) }

    private func reason(against key: CatalogKey) -> String? {
        switch form(of: key).declaration {
        case .baselineText: return "has a baseline but no cases, which a case of an enum cannot have"
        case .baselineCases, .baselineTruth, .cases, .document: break
        case nil:
            switch key.schema.kind {
            case .string where !key.schema.cases.isEmpty:
                return "has cases with equal names in Swift, which an enum cannot have"
            case .duration, .url, .date:
                return "is of type \(key.schema.kind.rawValue), which a case of an enum cannot have"
            case .json:
                return "is of type json, and no struct can be made from its default"
            default: break
            }
        }
        return key.schema.defaultText == nil ? "has no default, which a case of an enum must have" : nil
    }

    /// The lines after the header.
    var lines: [String] {
        let all = keys.map(\.name)
        let keptTypes = kept.types(of: all)
        let cases = NameTable(
            all, kept: kept.keys, reserved: Set(keptTypes.values).union(["allCases"]), suffix: "Key"
        ) { SwiftName.member($0, prefix: "key") }
        let types = NameTable(
            all, kept: keptTypes, reserved: TypeNames.reserved.union(cases.all).union([options.name]),
            suffix: "Value"
        ) { SwiftName.type($0) }
        let access = options.access
        let hasTitles = keys.contains { $0.declaredTitle != nil }
        var code = CodeLines()
        code.add("import Experiments", "import ExperimentsMacros", "")
        code.add("/// The keys that the app reads.")
        let conformances = "String, CaseIterable, " + (hasTitles ? "TitledRemoteKey" : "RemoteKey")
        code.block("\(access)enum \(options.name): \(conformances)") { code in
            for key in keys {
                code.add(
                    SwiftText.comment([key.declaredTitle.map { $0 + "." }, key.summary].compactMap(\.self)))
                let name = cases[key.name]
                code.add(
                    "case \(SwiftName.declared(name))"
                        + (name == key.name ? "" : " = \(SwiftText.literal(key.name))"))
            }
            code.space()
            property(
                "valueType: any RemoteValue.Type", keys.map { (cases[$0.name], types[$0.name] + ".self") },
                &code)
            guard hasTitles else { return }
            code.space()
            let titles = keys.compactMap { key in
                key.declaredTitle.map { (cases[key.name], SwiftText.literal($0)) }
            }
            property("title: String", titles, others: titles.count == keys.count ? nil : "name", &code)
        }
        code.space()
        code.block("extension \(options.name)") { code in
            for key in keys {
                code.space()
                code.add("/// The values of `\(SwiftText.comment([key.name]).first?.dropFirst(4) ?? "")`.")
                declareValue(of: key, named: types[key.name], in: &code)
            }
        }
        return code.lines
    }

    private func property(
        _ declaration: String, _ values: [(name: String, code: String)], others: String? = nil,
        _ code: inout CodeLines
    ) {
        code.block("\(options.access)var \(declaration)") { code in
            guard !values.isEmpty else { return code.add("switch self {}") }
            code.add("switch self {")
            code.add(values.map { "case .\($0.name): \($0.code)" })
            if let others { code.add("default: \(others)") }
            code.add("}")
        }
    }

    private func declareValue(of key: CatalogKey, named name: String, in code: inout CodeLines) {
        let form = form(of: key)
        let values = ValueDeclarations(access: options.access, kept: form.kept)
        let schema = key.schema
        let text = schema.defaultText ?? ""
        let (value, isBaseline) = schema.understandsBaseline ? Baseline.split(text) : (text, false)
        switch form.declaration {
        case .cases(let cases):
            code.add("@StringRemoteValue")
            values.enumeration(name, of: cases, ["String"], isRemoteValue: true, default: text, in: &code)
        case .baselineCases(let cases):
            code.add("@BaselineStringRemoteValue")
            code.block("\(options.access)struct \(name)") { code in
                let variant = CaseNames(cases, kept: form.kept.cases, isRemoteValue: true).reference(
                    to: value)
                code.add(
                    "\(options.access)static let `default` = Self(baseline: \(isBaseline), variant: .\(variant))",
                    "")
                values.enumeration("Variant", of: cases, ["String"], isRemoteValue: true, in: &code)
            }
        case .baselineTruth:
            code.add("@BaselineBoolRemoteValue")
            code.block("\(options.access)struct \(name)") { code in
                code.add(
                    "\(options.access)static let `default` = Self(baseline: \(isBaseline), isEnabled: \(value == "true"))"
                )
            }
        case .document(let members, let objects):
            DocumentStruct(
                name: name, members: members, objects: objects, kept: form.kept, access: options.access
            )
            .write(to: &code, attributes: ["@JSONRemoteValue"], conformances: "")
        case .baselineText: break
        case nil: declarePlainValue(of: schema, named: name, in: &code)
        }
    }

    private func declarePlainValue(of schema: ValueSchema, named name: String, in code: inout CodeLines) {
        let access = options.access
        let limit = KeyLimit.text(of: schema).map { ", in: " + $0 } ?? ""
        let text = schema.defaultText ?? ""
        switch schema.kind {
        case .bool:
            let isEnabled = BooleanText.value(of: text) == true
            code.add(
                "@BoolRemoteValue\(isEnabled ? "(enabledByDefault: true)" : "")", "\(access)enum \(name) {}")
        case .int:
            code.add(
                "@IntRemoteValue(default: \(SwiftText.literal(NumberText.integer(text) ?? 0))\(limit))",
                "\(access)struct \(name) {}")
        case .double:
            let number = SwiftText.literal(NumberText.double(text) ?? 0)
            code.add("@DoubleRemoteValue(default: \(number)\(limit))", "\(access)struct \(name) {}")
        default:
            code.block("\(access)struct \(name): StringInitializableRemoteValue, Equatable") { code in
                code.add(
                    "\(access)static let `default` = Self(name: \(SwiftText.literal(text)))",
                    "\(access)let name: String", "")
                code.add("\(access)init(name: String) { self.name = name }")
            }
        }
    }
}

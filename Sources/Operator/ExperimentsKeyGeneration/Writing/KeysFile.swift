import ExperimentsCore

/// A Swift file with keys as properties in an extension of `Keys`.
struct KeysFile {
    let keys: [CatalogKey]
    let deprecated: [DeprecatedKey]
    /// The forms of keys, by name.
    let forms: [String: KeyForm]
    let kept: GeneratedNames
    let options: KeyCodeOptions

    /// The lines after the header.
    var lines: [String] {
        let all = (keys + deprecated.map(\.key)).map(\.name)
        let keptTypes = kept.types(of: all)
        let properties = NameTable(
            all, kept: kept.keys, reserved: Set(keptTypes.values).union(["allKeys"]), suffix: "Key"
        ) { SwiftName.member($0, prefix: "key") }
        let types = NameTable(
            all, kept: keptTypes, reserved: TypeNames.reserved.union(properties.all), suffix: "Value"
        ) { SwiftName.type($0) }
        let forms = (keys + deprecated.map(\.key)).map { ($0, self.forms[$0.name] ?? KeyForm($0)) }
        var code = CodeLines()
        code.add("import Experiments")
        if forms.contains(where: { $1.needsMacros }) { code.add("import ExperimentsMacros") }
        if forms.contains(where: { $1.needsFoundation }) { code.add("import Foundation") }
        code.space()
        code.block("extension Keys") { code in
            var group: String?
            for (key, form) in forms.prefix(keys.count) {
                code.space()
                if key.group != group, let name = key.group { code.add(heading(name)) }
                group = key.group
                declare(key, form, properties, types, in: &code)
            }
            if !deprecated.isEmpty {
                code.space()
                code.add("// MARK: - Deprecated")
                for (old, form) in zip(deprecated, forms.dropFirst(keys.count)) {
                    code.space()
                    declare(old.key, form.1, properties, types, since: old.since, in: &code)
                }
            }
            code.space()
            code.add("/// All keys of this file that are not deprecated.")
            list(keys.map { SwiftName.declared(properties[$0.name]) }, in: &code)
        }
        let typed = forms.compactMap { key, form in form.declaration.map { (key, form, $0) } }
        if !typed.isEmpty {
            code.space()
            code.add("// MARK: - Values", "")
            code.block("extension Keys") { code in
                for (key, form, declaration) in typed {
                    code.space()
                    code.add(
                        "/// The values of `\(SwiftText.comment([key.name]).first?.dropFirst(4) ?? "")`.")
                    ValueDeclarations(access: options.access, kept: form.kept)
                        .write(declaration, named: types[key.name], to: &code)
                }
            }
        }
        return code.lines
    }

    private func heading(_ group: String) -> [String] {
        SwiftText.comment([group]).prefix(1).map { "// MARK: - " + $0.dropFirst(4) } + [""]
    }

    private func declare(
        _ key: CatalogKey, _ form: KeyForm, _ properties: NameTable, _ types: NameTable, since: String? = nil,
        in code: inout CodeLines
    ) {
        let title = key.declaredTitle.map { $0.hasScalarSuffix(".") ? $0 : $0 + "." }
        let comment = SwiftText.comment([title, key.summary].compactMap(\.self))
        code.add(comment.isEmpty ? SwiftText.comment(["`\(key.name)`"]) : comment)
        if let since {
            let message = SwiftText.literal("not in \(options.source) since \(since)")
            code.add("@available(*, deprecated, message: \(message))")
        }
        let property = SwiftName.declared(properties[key.name])
        code.add("\(options.access)static let \(property) = \(form.expression(type: types[key.name]))")
    }

    private func list(_ names: [String], in code: inout CodeLines) {
        guard !names.isEmpty else {
            return code.add("\(options.access)static let allKeys: [any RemoteKey] = []")
        }
        code.add("\(options.access)static let allKeys: [any RemoteKey] = [")
        code.add(names.map { "    \($0)," })
        code.add("]")
    }
}

/// Writes the types of values.
struct ValueDeclarations {
    let access: String
    /// The names that the type already has.
    let kept: ValueNames

    func write(_ declaration: KeyForm.Declaration, named name: String, to code: inout CodeLines) {
        switch declaration {
        case .cases(let cases):
            enumeration(
                name, of: cases, ["String", "CaseIterable", "Sendable"], isRemoteValue: false, in: &code)
        case .baselineCases(let cases):
            code.add("@BaselineStringRemoteValue")
            code.block("\(access)struct \(name)") {
                enumeration("Variant", of: cases, ["String"], isRemoteValue: true, in: &$0)
            }
        case .baselineTruth: code.add("@BaselineBoolRemoteValue", "\(access)struct \(name) {}")
        case .baselineText: baselineText(name, in: &code)
        case .document(let members, let objects):
            DocumentStruct(name: name, members: members, objects: objects, kept: kept, access: access)
                .write(to: &code, conformances: "Codable, Equatable, Sendable")
        }
    }

    func enumeration(
        _ name: String, of cases: [String], _ conformances: [String], isRemoteValue: Bool,
        default text: String? = nil, in code: inout CodeLines
    ) {
        let names = CaseNames(cases, kept: kept.cases, isRemoteValue: isRemoteValue)
        code.block("\(access)enum \(name): \(conformances.joined(separator: ", "))") { code in
            code.add(cases.map(names.declaration))
            guard let text, text != cases.first else { return }
            code.space()
            code.add("\(access)static let `default`: Self = .\(names.reference(to: text))")
        }
    }

    private func baselineText(_ name: String, in code: inout CodeLines) {
        code.block("\(access)nonisolated struct \(name): BaselineStringRemoteValue, Equatable") { code in
            code.add(
                "\(access)static let `default` = \(name)(baseline: true, text: \"\")",
                "\(access)let baseline: Bool", "\(access)let text: String", "")
            code.block("\(access)init(baseline: Bool, text: String)") { code in
                code.add("(self.baseline, self.text) = (baseline, text)")
            }
            code.space()
            code.block("\(access)init?(name: String)") { code in
                code.add(
                    "baseline = name.utf8.suffix(9).elementsEqual(\"_baseline\".utf8)",
                    "text = baseline ? String(decoding: name.utf8.dropLast(9), as: UTF8.self) : name",
                    "if baseline, text.isEmpty { return nil }")
            }
            code.space()
            code.add("\(access)var name: String { baseline ? text + \"_baseline\" : text }")
        }
    }
}

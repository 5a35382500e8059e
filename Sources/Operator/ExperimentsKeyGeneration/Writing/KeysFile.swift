import ExperimentsCore

/// A Swift file with keys as properties in an extension of `Keys`.
struct KeysFile {
    let keys: [CatalogKey]
    let deprecated: [DeprecatedKey]
    let options: KeyCodeOptions

    /// The lines after the header.
    var lines: [String] {
        let all = keys + deprecated.map(\.key)
        let properties = NameTable(all.map(\.name), reserved: ["allKeys"], suffix: "Key") {
            SwiftName.member($0, prefix: "key")
        }
        let types = NameTable(all.map(\.name), reserved: TypeNames.reserved.union(properties.all), suffix: "Value") {
            SwiftName.type($0)
        }
        let forms = all.map { ($0, KeyForm($0)) }
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
        let typed = forms.compactMap { key, form in form.declaration.map { (key, $0) } }
        if !typed.isEmpty {
            code.space()
            code.add("// MARK: - Values", "")
            code.block("extension Keys") { code in
                for (key, declaration) in typed {
                    code.space()
                    code.add("/// The values of `\(SwiftText.comment([key.name]).first?.dropFirst(4) ?? "")`.")
                    declare(declaration, named: types[key.name], in: &code)
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
        guard !names.isEmpty else { return code.add("\(options.access)static let allKeys: [any RemoteKey] = []") }
        code.add("\(options.access)static let allKeys: [any RemoteKey] = [")
        code.add(names.map { "    \($0)," })
        code.add("]")
    }

    private func declare(_ declaration: KeyForm.Declaration, named name: String, in code: inout CodeLines) {
        ValueDeclarations(access: options.access).write(declaration, named: name, to: &code)
    }
}

/// Writes the types of values.
struct ValueDeclarations {
    let access: String

    func write(_ declaration: KeyForm.Declaration, named name: String, to code: inout CodeLines) {
        switch declaration {
        case .cases(let cases):
            enumeration(name, of: cases, ["String", "CaseIterable", "Sendable"], isRemoteValue: false, in: &code)
        case .baselineCases(let cases):
            code.add("@BaselineStringRemoteValue")
            code.block("\(access)struct \(name)") {
                enumeration("Variant", of: cases, ["String"], isRemoteValue: true, in: &$0)
            }
        case .baselineTruth: code.add("@BaselineBoolRemoteValue", "\(access)struct \(name) {}")
        case .baselineText: baselineText(name, in: &code)
        case .document(let members):
            DocumentStruct(name: name, members: members, access: access)
                .write(to: &code, conformances: "Codable, Equatable, Sendable")
        }
    }

    func enumeration(
        _ name: String, of cases: [String], _ conformances: [String], isRemoteValue: Bool,
        default text: String? = nil, in code: inout CodeLines
    ) {
        let names = CaseNames(cases, isRemoteValue: isRemoteValue)
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

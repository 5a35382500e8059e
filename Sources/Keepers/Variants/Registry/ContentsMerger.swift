import ExperimentsCore

/// Checks flags and variants against a registry's contents and each other, and adds them if all are valid.
struct ContentsMerger {
    private(set) var contents: RegistryContents
    private(set) var list: ProblemList

    private let change: RegistryChange
    private let origin: RegistryContents.Origin
    private let userKey: String

    init(
        _ contents: RegistryContents, _ change: RegistryChange, origin: RegistryContents.Origin,
        userKey: String,
        list: ProblemList = ProblemList()
    ) {
        self.contents = contents
        self.change = change
        self.origin = origin
        self.userKey = userKey
        self.list = list
        if change == .replaceDocuments { self.contents.removeDocuments() }
    }

    mutating func merge(_ types: [ConditionType]) {
        for type in types {
            if contents.knowsConditionType(type.id) {
                list.refuse(DocumentPath(), "condition type \(type.id) is already registered")
            }
            contents.set(type)
        }
    }

    mutating func merge(_ content: DocumentContent) {
        mergeFlags(content.flags)
        mergeVariants(content.variants)
        checkFlagsOfCode()
    }

    private mutating func mergeFlags(_ flags: [DocumentContent.Placed<FlagDefinition>]) {
        var places = [String: DocumentPath](minimumCapacity: flags.count)
        for placed in flags {
            let name = placed.element.name
            if let first = places.updateValue(placed.path, forKey: name) {
                list.refuse(placed.path["flag"], "flag \"\(name)\" is already defined by \(first)")
            } else if change != .overlay, contents.flagNumbers[name] != nil {
                list.refuse(placed.path["flag"], "flag \"\(name)\" is already registered")
            } else if name.isEmpty {
                list.remark(placed.path["flag"], "the name is empty")
            }
            contents.set(placed.element, origin)
        }
    }

    private mutating func mergeVariants(_ variants: [DocumentContent.Placed<Variant>]) {
        var places = [String: DocumentPath](minimumCapacity: variants.count)
        for placed in variants {
            let id = placed.element.id
            if let first = places.updateValue(placed.path, forKey: id) {
                list.refuse(placed.path["id"], "variant \"\(id)\" is already defined by \(first)")
            } else if change != .overlay, contents.variantNumbers[id] != nil {
                list.refuse(placed.path["id"], "variant \"\(id)\" is already registered")
            } else if id.isEmpty {
                list.remark(placed.path["id"], "the ID is empty")
            }
            contents.set(check(placed.element, at: placed.path), origin)
        }
    }

    private mutating func check(_ variant: Variant, at path: DocumentPath) -> CheckedVariant {
        checkOperator(of: variant, at: path)
        var meanings: [ConditionMeaning] = []
        meanings.reserveCapacity(variant.conditions.count)
        for (index, condition) in variant.conditions.enumerated() {
            var place: DocumentPath { path["conditions"][index] }
            var reading = ConditionReading(userKey: userKey, variantID: variant.id)
            do throws(DocumentFault) {
                meanings.append(try meaning(of: condition, &reading))
            } catch {
                list.refuse(place + error.path, error.message, advice: error.advice)
            }
            for oddity in reading.oddities {
                list.remark(place + oddity.path, oddity.message, advice: oddity.advice)
            }
        }
        for (index, mod) in variant.mods.enumerated() where contents.flagNumbers[mod.flag] == nil {
            list.refuse(
                path["mods"][index]["flag"], "no flag \"\(mod.flag)\"", advice: "define it in flag_defs")
        }
        return CheckedVariant(variant: variant, meanings: meanings)
    }

    private func meaning(
        of condition: Variant.Condition, _ reading: inout ConditionReading
    ) throws(DocumentFault) -> ConditionMeaning {
        if let kind = BuiltInCondition(rawValue: condition.type) {
            return try reading.meaning(of: kind, condition.arguments)
        }
        guard let type = contents.conditionTypes[condition.type] else {
            let known = (BuiltInCondition.allCases.map(\.rawValue) + contents.conditionTypes.keys.sorted())
            throw DocumentFault(
                "unknown condition type \(condition.type)", at: DocumentPath()["type"],
                advice:
                    "known types: \(known.joined(separator: ", ")); register others, or set their result with `assume` (in commands, `--assume`)"
            )
        }
        do {
            return .custom(try type.makePredicate(condition.arguments))
        } catch {
            throw DocumentFault(
                "\(condition.type) refuses its arguments: \(error)", at: condition.arguments.path)
        }
    }

    private mutating func checkOperator(of variant: Variant, at path: DocumentPath) {
        switch (variant.conditions.count, variant.conditionOperator) {
        case (2..., nil):
            list.refuse(
                path, "\(variant.conditions.count) conditions need a condition_operator",
                advice: "write \"AND\" if all must be met, \"OR\" if one is enough")
        case (..<2, _?):
            list.refuse(
                path["condition_operator"],
                "an operator needs two conditions, found \(variant.conditions.count)",
                advice: "remove it")
        default: break
        }
    }

    /// A variant from code may change a flag that only the previous document had.
    private mutating func checkFlagsOfCode() {
        guard change == .replaceDocuments else { return }
        for entry in contents.variants where entry.origin == .code {
            for mod in entry.checked.variant.mods where contents.flagNumbers[mod.flag] == nil {
                list.refuse(
                    DocumentPath(),
                    "variant \"\(entry.checked.variant.id)\", which is registered by code, changes flag "
                        + "\"\(mod.flag)\", which the document does not define")
            }
        }
    }
}

extension DocumentPath {
    static func + (left: DocumentPath, right: DocumentPath) -> DocumentPath {
        DocumentPath(left.steps + right.steps)
    }
}

/// How new flags and variants are combined with those of a registry.
enum RegistryChange: Sendable {
    /// An existing name is a problem.
    case add
    /// A flag or variant replaces the one with its name; all others stay.
    case overlay
    /// Removes the content of earlier documents first, and leaves the content from code.
    case replaceDocuments
}

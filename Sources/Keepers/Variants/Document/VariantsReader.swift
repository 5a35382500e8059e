import ExperimentsCore

/// Reads flags and variants from JSON, and checks that all members are present and of the right kind. Their meaning is
/// checked elsewhere.
struct VariantsReader {
    private(set) var content = DocumentContent()
    private var decoder = DocumentDecoder<JSONValue>(unknownMembers: .remarked)

    /// The mistakes and the warnings.
    var list: ProblemList { ProblemList(decoder.faults) }

    private static let rootFields = ["flag_defs", "variants"]
    private static let flagFields = ["flag", "base_value", "desc"]
    private static let variantFields = [
        "id", "desc", "condition_operator", "conditions", "mods", "conditional_operator",
        // Used by an unmerged branch of one port; does not affect the value of a flag.
        "edge_cacheable",
    ]
    private static let conditionFields = ["type", "value", "values", "cookie_type"]
    private static let modFields = ["flag", "value"]

    init(_ value: JSONValue) {
        let expected = "an object with flag_defs and variants"
        guard let root = decoder.record(value, fields: Self.rootFields, expected: expected) else { return }
        readFlags(root)
        readVariants(root)
    }

    private mutating func readFlags(_ root: DocumentRecord<JSONValue>) {
        decoder.enter("flag_defs")
        defer { decoder.leave() }
        let elements = elements("flag_defs", of: root)
        content.flags.reserveCapacity(elements.count)
        for (index, element) in elements.enumerated() {
            decoder.enter(index)
            defer { decoder.leave() }
            guard let record = decoder.record(element, fields: Self.flagFields) else { continue }
            let name = decoder.requiredText("flag", of: record)
            let base = decoder.required("base_value", of: record)
            let summary = summary(of: record)
            if let name, let base {
                content.flags.append(
                    .init(
                        element: FlagDefinition(name, baseValue: base, summary: summary), path: decoder.path))
            }
        }
    }

    private mutating func readVariants(_ root: DocumentRecord<JSONValue>) {
        decoder.enter("variants")
        defer { decoder.leave() }
        let elements = elements("variants", of: root)
        content.variants.reserveCapacity(elements.count)
        for (index, element) in elements.enumerated() {
            decoder.enter(index)
            defer { decoder.leave() }
            guard let variant = readVariant(element) else { continue }
            content.variants.append(.init(element: variant, path: decoder.path))
        }
    }

    private mutating func readVariant(_ value: JSONValue) -> Variant? {
        let errorsBefore = decoder.errorCount
        guard let record = decoder.record(value, fields: Self.variantFields) else { return nil }
        let name = decoder.requiredText("id", of: record)
        let summary = summary(of: record)
        let joining = readOperator(of: record)
        let conditions = readConditions(of: record)
        let mods = readMods(of: record)
        guard decoder.errorCount == errorsBefore, let name else { return nil }
        return Variant(
            id: name, summary: summary, conditionOperator: joining, conditions: conditions, mods: mods)
    }

    private mutating func readOperator(of record: DocumentRecord<JSONValue>) -> Variant.Operator? {
        let value = record["condition_operator"]
        let misnamed = record["conditional_operator"]
        if misnamed != nil {
            decoder.remark(
                "is read as condition_operator" + (value == nil ? "" : ", which is also set and is used"),
                at: "conditional_operator",
                advice: "other readers of this format know only condition_operator")
        }
        guard let node = value ?? misnamed, node != .null, node != "" else { return nil }
        if let joining = node.string.flatMap(Variant.Operator.init) { return joining }
        let capitals = node.string.flatMap { Variant.Operator(rawValue: $0.uppercased()) }
        return decoder.expected(
            "\"AND\" or \"OR\"", at: value == nil ? "conditional_operator" : "condition_operator",
            found: node,
            advice: capitals.map { "write it in capitals: \"\($0.rawValue)\"" })
    }

    private mutating func readConditions(of variant: DocumentRecord<JSONValue>) -> [Variant.Condition] {
        decoder.enter("conditions")
        defer { decoder.leave() }
        var conditions: [Variant.Condition] = []
        for (index, element) in elements("conditions", of: variant).enumerated() {
            decoder.enter(index)
            defer { decoder.leave() }
            guard let record = decoder.record(element, fields: Self.conditionFields, skipsNothing: true)
            else {
                continue
            }
            let cookieType = decoder.text("cookie_type", of: record)
            guard let type = decoder.requiredText("type", of: record), let form = form(of: record, type: type)
            else {
                continue
            }
            conditions.append(.init(type: type, ConditionArguments(form, cookieType: cookieType)))
        }
        return conditions
    }

    private mutating func form(of record: DocumentRecord<JSONValue>, type: String) -> ConditionArguments.Form?
    {
        switch (record["value"], record["values"]) {
        case (nil, nil): return ConditionArguments.Form.none
        case (let value?, nil): return .value(value)
        case (nil, let values?): return decoder.list(values, at: "values").map { .values($0) }
        case (_?, _?):
            return decoder.refuse("\(type) has both a value and values", nil, advice: "keep one of the two")
        }
    }

    private mutating func readMods(of variant: DocumentRecord<JSONValue>) -> [Variant.Mod] {
        guard let value = decoder.required("mods", of: variant) else { return [] }
        decoder.enter("mods")
        defer { decoder.leave() }
        guard let elements = decoder.list(value) else { return [] }
        var mods: [Variant.Mod] = []
        mods.reserveCapacity(elements.count)
        for (index, element) in elements.enumerated() {
            decoder.enter(index)
            defer { decoder.leave() }
            guard let record = decoder.record(element, fields: Self.modFields) else { continue }
            let name = decoder.requiredText("flag", of: record)
            let new = decoder.required("value", of: record)
            if let name, let new { mods.append(.init(flag: name, value: new)) }
        }
        return mods
    }

    /// Returns the elements of a list; none if it is absent or null.
    private mutating func elements(_ name: String, of record: DocumentRecord<JSONValue>) -> [JSONValue] {
        guard let value = record[name], value != .null else { return [] }
        return decoder.list(value) ?? []
    }

    private mutating func summary(of record: DocumentRecord<JSONValue>) -> String? {
        guard let value = record["desc"], value != .null else { return nil }
        if value.string == nil { decoder.expected("a string", at: "desc", found: value, so: "it is ignored") }
        return value.string
    }
}

/// The flags and variants of a document, each with its place in it.
struct DocumentContent {
    /// A value and its place.
    struct Placed<Element> {
        let element: Element
        let path: DocumentPath
    }

    var flags: [Placed<FlagDefinition>] = []
    var variants: [Placed<Variant>] = []
}

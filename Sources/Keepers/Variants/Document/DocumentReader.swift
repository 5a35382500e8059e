import ExperimentsCore

/// Reads flags and variants from JSON: whether everything is there and of the right kind. What it means is checked
/// elsewhere.
struct DocumentReader {
    private(set) var content = DocumentContent()
    private(set) var list = ProblemList()

    private static let root = DocumentPath()
    private static let flagsPath = root["flag_defs"]
    private static let variantsPath = root["variants"]

    init(_ value: JSONValue) {
        guard let members = value.object?.members else {
            list.refuse(Self.root, "expected an object with flag_defs and variants, found \(value.shown)")
            return
        }
        for member in members {
            switch member.name {
            case "flag_defs": readFlags(member.value)
            case "variants": readVariants(member.value)
            default: remarkUnknown(Self.root[member.name])
            }
        }
    }

    private mutating func readFlags(_ value: JSONValue) {
        guard let elements = elements(value, orNull: true, at: Self.flagsPath) else { return }
        content.flags.reserveCapacity(elements.count)
        for (index, element) in elements.enumerated() {
            let path = Self.flagsPath[index]
            guard let members = members(element, at: path) else { continue }
            var (name, base, summary): (JSONValue?, JSONValue?, String?)
            for member in members {
                switch member.name {
                case "flag": name = member.value
                case "base_value": base = member.value
                case "desc": summary = summaryText(member.value, path)
                default: remarkUnknown(path[member.name])
                }
            }
            let flag = requiredText(name, "flag", at: path)
            if base == nil { refuseAbsent("base_value", at: path) }
            if let flag, let base {
                content.flags.append(
                    .init(element: FlagDefinition(flag, baseValue: base, summary: summary), path: path))
            }
        }
    }

    private mutating func readVariants(_ value: JSONValue) {
        guard let elements = elements(value, orNull: true, at: Self.variantsPath) else { return }
        content.variants.reserveCapacity(elements.count)
        for (index, element) in elements.enumerated() {
            let path = Self.variantsPath[index]
            guard let members = members(element, at: path),
                let variant = readVariant(members, path)
            else { continue }
            content.variants.append(.init(element: variant, path: path))
        }
    }

    private mutating func readVariant(_ members: [JSONObject.Member], _ path: DocumentPath) -> Variant? {
        let problemsBefore = list.problems.count
        var (id, modList): (JSONValue?, JSONValue?)
        var (conditionOperator, misnamed): (JSONValue?, JSONValue?)
        var summary: String?
        var conditions: [Variant.Condition] = []
        for member in members {
            switch member.name {
            case "id": id = member.value
            case "desc": summary = summaryText(member.value, path)
            case "condition_operator": conditionOperator = member.value
            case "conditional_operator": misnamed = member.value
            case "conditions": conditions = readConditions(member.value, path["conditions"])
            case "mods": modList = member.value
            // Read by one port's unmerged branch; says nothing about the value of a flag.
            case "edge_cacheable": break
            default: remarkUnknown(path[member.name])
            }
        }
        let name = requiredText(id, "id", at: path)
        let joining = readOperator(conditionOperator, misnamed, path)
        let mods = readMods(modList, path)
        guard list.problems.count == problemsBefore, let name else { return nil }
        return Variant(id: name, summary: summary, conditionOperator: joining, conditions: conditions, mods: mods)
    }

    private mutating func readOperator(
        _ value: JSONValue?, _ misnamed: JSONValue?, _ path: DocumentPath
    ) -> Variant.Operator? {
        if misnamed != nil {
            list.remark(
                path["conditional_operator"],
                "is read as condition_operator" + (value == nil ? "" : ", which is there, too, and counts"),
                advice: "other readers of this format know only condition_operator")
        }
        let name = value == nil ? "conditional_operator" : "condition_operator"
        switch value ?? misnamed {
        case nil, .null, .string(""): return nil
        case .string(let text):
            if let joining = Variant.Operator(rawValue: text) { return joining }
            let capitals = Variant.Operator(rawValue: text.uppercased())
            list.refuse(
                path[name], "expected \"AND\" or \"OR\", found \(JSONValue.string(text).shown)",
                advice: capitals.map { "write it in capitals: \"\($0.rawValue)\"" })
        case let other?: list.refuse(path[name], "expected \"AND\" or \"OR\", found \(other.shown)")
        }
        return nil
    }

    private mutating func readConditions(_ value: JSONValue, _ path: DocumentPath) -> [Variant.Condition] {
        guard let elements = elements(value, orNull: true, at: path) else { return [] }
        var conditions: [Variant.Condition] = []
        for (index, element) in elements.enumerated() {
            let path = path[index]
            guard let members = members(element, at: path) else { continue }
            var (type, one, several): (JSONValue?, JSONValue?, JSONValue?)
            var cookieType: String?
            for member in members {
                switch member.name {
                case "type": type = member.value
                // Null is the same as nothing.
                case "value" where member.value != .null: one = member.value
                case "values" where member.value != .null: several = member.value
                case "value", "values": break
                case "cookie_type":
                    cookieType = optionalText(member.value, at: path["cookie_type"])
                default: remarkUnknown(path[member.name])
                }
            }
            guard let name = requiredText(type, "type", at: path),
                let form = form(one, several, path, type: name)
            else { continue }
            conditions.append(.init(type: name, ConditionArguments(form, cookieType: cookieType)))
        }
        return conditions
    }

    private mutating func form(
        _ one: JSONValue?, _ several: JSONValue?, _ path: DocumentPath, type: String
    ) -> ConditionArguments.Form? {
        switch (one, several) {
        case (nil, nil): return ConditionArguments.Form.none
        case (let value?, nil): return .value(value)
        case (nil, let values?):
            return elements(values, orNull: false, at: path["values"]).map { .values($0) }
        case (_?, _?):
            list.refuse(path, "\(type) has both a value and values", advice: "keep one of the two")
            return nil
        }
    }

    private mutating func readMods(_ value: JSONValue?, _ path: DocumentPath) -> [Variant.Mod] {
        guard let value else {
            refuseAbsent("mods", at: path)
            return []
        }
        guard let elements = elements(value, orNull: false, at: path["mods"]) else { return [] }
        var mods: [Variant.Mod] = []
        mods.reserveCapacity(elements.count)
        for (index, element) in elements.enumerated() {
            var place: DocumentPath { path["mods"][index] }
            guard let members = members(element, at: place) else { continue }
            var (flag, new): (JSONValue?, JSONValue?)
            for member in members {
                switch member.name {
                case "flag": flag = member.value
                case "value": new = member.value
                default: remarkUnknown(place[member.name])
                }
            }
            let name = requiredText(flag, "flag", at: place)
            if new == nil { refuseAbsent("value", at: place) }
            if let name, let new { mods.append(.init(flag: name, value: new)) }
        }
        return mods
    }
}

extension DocumentReader {
    private mutating func elements(
        _ value: JSONValue, orNull: Bool, at path: @autoclosure () -> DocumentPath
    ) -> [JSONValue]? {
        if let elements = value.array { return elements }
        if !orNull || value != .null { list.refuse(path(), "expected an array, found \(value.shown)") }
        return nil
    }

    private mutating func members(
        _ value: JSONValue, at path: @autoclosure () -> DocumentPath
    ) -> [JSONObject.Member]? {
        if let object = value.object { return object.members }
        list.refuse(path(), "expected an object, found \(value.shown)")
        return nil
    }

    private mutating func requiredText(
        _ value: JSONValue?, _ name: String, at path: @autoclosure () -> DocumentPath
    ) -> String? {
        guard let value else {
            refuseAbsent(name, at: path())
            return nil
        }
        if let text = value.string { return text }
        list.refuse(path()[name], "expected text, found \(value.shown)")
        return nil
    }

    private mutating func optionalText(_ value: JSONValue, at path: @autoclosure () -> DocumentPath) -> String? {
        if value == .null { return nil }
        if let text = value.string { return text }
        list.refuse(path(), "expected text, found \(value.shown)")
        return nil
    }

    private mutating func summaryText(_ value: JSONValue, _ path: DocumentPath) -> String? {
        if value.string == nil, value != .null {
            list.remark(path["desc"], "expected text, found \(value.shown); it is ignored")
        }
        return value.string
    }

    private mutating func refuseAbsent(_ name: String, at path: DocumentPath) {
        list.refuse(path, "\"\(name)\" is missing")
    }

    private mutating func remarkUnknown(_ path: DocumentPath) {
        list.remark(path, "unknown field; it is ignored")
    }
}

import ExperimentsCore

/// The differences between two templates, except for their versions.
public struct TemplateDifference: Sendable, Hashable {
    /// The changes: conditions, then parameters, groups and other members, each in the order of the new template, with
    /// removed parts before new ones.
    public let changes: [TemplateChange]

    /// Compares `old` with `new`.
    public init(from old: RemoteConfigTemplate, to new: RemoteConfigTemplate) {
        changes =
            Self.conditions(old, new)
            + Self.changes(from: Self.parameters(old), to: Self.parameters(new)) { .parameter($0) }
            + Self.changes(from: Self.groups(old), to: Self.groups(new)) { .group($0) }
            + Self.rest(old, new)
    }

    /// Whether the two templates are equal.
    public var isEmpty: Bool { changes.isEmpty }

    private typealias Item = (name: String, members: JSONObject)

    private static func conditions(_ old: RemoteConfigTemplate, _ new: RemoteConfigTemplate)
        -> [TemplateChange]
    {
        func items(_ template: RemoteConfigTemplate) -> [Item] {
            template.conditions.map { condition in
                var members = condition.json
                members["name"] = nil
                return (condition.name, members)
            }
        }
        var changes = changes(from: items(old), to: items(new)) { .condition($0) }
        let (before, after) = (old.conditions.map(\.name), new.conditions.map(\.name))
        let common = Set(before).intersection(after)
        let (from, to) = (before.filter(common.contains), after.filter(common.contains))
        if from != to {
            let detail = TemplateChange.Detail(
                name: "order", old: .array(from.map { .string($0) }), new: .array(to.map { .string($0) }))
            changes.append(TemplateChange(subject: .conditionOrder, kind: .changed, details: [detail]))
        }
        return changes
    }

    /// Returns the parameters with their group and each conditional value as a separate member.
    private static func parameters(_ template: RemoteConfigTemplate) -> [Item] {
        template.parameters.map { parameter in
            let group = parameter.group.map { JSONObject.Member(name: "group", value: .string($0)) }
            let others = parameter.json.members.flatMap { member in
                guard member.name == "conditionalValues", let values = member.value.object else {
                    return [member]
                }
                return values.members.map { .init(name: "conditionalValues.\($0.name)", value: $0.value) }
            }
            return (parameter.key, JSONObject(setting: [group].compactMap(\.self) + others))
        }
    }

    private static func groups(_ template: RemoteConfigTemplate) -> [Item] {
        (template.json["parameterGroups"]?.object?.members ?? []).map { group in
            var members = group.value.object ?? JSONObject()
            members["parameters"] = nil
            return (group.name, members)
        }
    }

    private static func rest(_ old: RemoteConfigTemplate, _ new: RemoteConfigTemplate) -> [TemplateChange] {
        func items(_ template: RemoteConfigTemplate) -> [Item] {
            let known: Set<String> = ["conditions", "parameters", "parameterGroups", "version", "etag"]
            return template.json.members.filter { !known.contains($0.name) }.map { member in
                var members = JSONObject()
                members["value"] = member.value
                return (member.name, members)
            }
        }
        return changes(from: items(old), to: items(new)) { .member($0) }
    }

    private static func changes(
        from old: [Item], to new: [Item], _ subject: (String) -> TemplateChange.Subject
    ) -> [TemplateChange] {
        let before = ExactDictionary(
            old.map { ($0.name, $0.members) }, uniquingKeysWith: { first, _ in first })
        let after = Set(new.map { ExactText($0.name) })
        let removed = old.filter { !after.contains(ExactText($0.name)) }.map { item in
            TemplateChange(
                subject: subject(item.name), kind: .removed, details: details(item.members, JSONObject()))
        }
        return removed
            + new.compactMap { item in
                guard let members = before[item.name] else {
                    let details = details(JSONObject(), item.members)
                    return TemplateChange(subject: subject(item.name), kind: .added, details: details)
                }
                guard members != item.members else { return nil }
                let details = details(members, item.members)
                guard !details.isEmpty else { return nil }
                return TemplateChange(subject: subject(item.name), kind: .changed, details: details)
            }
    }

    private static func details(_ old: JSONObject, _ new: JSONObject) -> [TemplateChange.Detail] {
        let (before, after) = (old.valuesByName, new.valuesByName)
        let gone = old.members.filter { after[$0.name] == nil }
        return gone.map { TemplateChange.Detail(name: $0.name, old: $0.value, new: nil) }
            + new.members.compactMap { member in
                let earlier = before[member.name]
                guard !isSame(earlier, member.value) else { return nil }
                return TemplateChange.Detail(name: member.name, old: earlier, new: member.value)
            }
    }

    /// Returns whether two values have the same meaning: the order of an object's members does not matter.
    private static func isSame(_ first: JSONValue?, _ second: JSONValue) -> Bool {
        guard let first else { return false }
        switch (first, second) {
        case (.object(let first), .object(let second)):
            guard first.members.count == second.members.count else { return false }
            let values = first.valuesByName
            return second.members.allSatisfy { isSame(values[$0.name], $0.value) }
        case (.array(let first), .array(let second)):
            return first.count == second.count && zip(first, second).allSatisfy { isSame($0, $1) }
        default: return first == second
        }
    }

    /// Returns the parts that both this difference and another one change, for two people who edited the same template.
    public func overlap(with other: TemplateDifference) -> [TemplateChange.Subject] {
        let subjects = Set(other.changes.map(\.subject))
        return changes.map(\.subject).filter(subjects.contains)
    }
}

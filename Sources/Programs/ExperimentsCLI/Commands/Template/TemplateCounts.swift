import FirebaseTemplates

/// How much a template holds, in words.
struct TemplateCounts: CustomStringConvertible {
    let description: String

    init(_ template: RemoteConfigTemplate) {
        func words(_ count: Int, _ one: String) -> String { "\(count) \(one)\(count == 1 ? "" : "s")" }
        description =
            words(template.parameters.count, "parameter") + ", " + words(template.conditions.count, "condition")
            + ", " + words(template.groups.count, "group")
    }
}

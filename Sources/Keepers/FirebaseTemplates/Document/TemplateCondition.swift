import ExperimentsCore

/// One condition of a template.
public struct TemplateCondition: Sendable, Hashable {
    /// The name by which parameters refer to it.
    public let name: String
    /// What has to hold, in the language of client templates; nil in the compiled templates of servers.
    public let expression: String?
    /// What has to hold, as the tree of a compiled server template; nil in client templates.
    public let tree: JSONObject?
    /// The colour it is shown in by the Firebase console, for example `DEEP_ORANGE`.
    public let tagColor: String?
    /// The condition as the template has it, with every member.
    public let json: JSONObject
}

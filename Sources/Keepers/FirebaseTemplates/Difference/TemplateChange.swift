import ExperimentsCore

/// One thing that differs between two templates.
public struct TemplateChange: Sendable, Hashable {
    /// What differs.
    public enum Subject: Sendable, Hashable {
        /// The condition of this name.
        case condition(String)
        /// The order of the conditions that both have.
        case conditionOrder
        /// The parameter of this key.
        case parameter(String)
        /// The group of this name.
        case group(String)
        /// A member of the document that is none of these.
        case member(String)
    }

    /// How it differs.
    public enum Kind: String, Sendable, Hashable {
        case added, removed, changed
    }

    /// A member that differs. `name` is `defaultValue`, `conditionalValues.ios`, `group` and so on.
    public struct Detail: Sendable, Hashable {
        /// The member's name.
        public let name: String
        /// What it was; nil where it is new.
        public let old: JSONValue?
        /// What it is; nil where it is gone.
        public let new: JSONValue?
    }

    /// What differs.
    public let subject: Subject
    /// How it differs.
    public let kind: Kind
    /// What of it differs, in the order of the document; for what is new or gone, all of it.
    public let details: [Detail]
}

/// The value that a parameter has where a condition holds.
public struct ConditionalValue: Sendable, Hashable {
    /// The name of the condition.
    public let condition: String
    /// The value.
    public let value: TemplateValue
}

/// What an assistant may change. Reading needs none of them.
package enum Permission: String, Sendable, CaseIterable {
    /// Set, end and undo overrides.
    case overrides
    /// Edit the draft of a template, and publish it.
    case publish
    /// Declare keys, and remove keys from the code.
    case code
}

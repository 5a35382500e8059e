/// An error that has only a message and advice.
package struct MessageError: Error, Sendable, Hashable, CustomStringConvertible, OperatorError {
    /// What is wrong, in one line.
    package let message: String
    /// What to do about it; nil if there is no advice.
    package let advice: String?

    package init(_ message: String, advice: String? = nil) {
        (self.message, self.advice) = (message, advice)
    }

    /// The message.
    package var description: String { message }
}

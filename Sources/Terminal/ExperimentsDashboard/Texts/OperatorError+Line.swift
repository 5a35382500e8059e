import ExperimentsSupport

extension OperatorError {
    /// The problem and the advice, one after the other.
    var line: String {
        guard let advice else { return message }
        let isSentence = advice.unicodeScalars.first?.properties.isUppercase ?? false
        return message + (isSentence ? ". " : "; ") + advice
    }
}

import ExperimentsSupport

extension OperatorError {
    /// What is wrong and what to do about it, one after the other.
    var line: String {
        guard let advice else { return message }
        let isSentence = advice.unicodeScalars.first?.properties.isUppercase ?? false
        return message + (isSentence ? ". " : "; ") + advice
    }
}

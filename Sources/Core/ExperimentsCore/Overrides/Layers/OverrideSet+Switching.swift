import Foundation

extension OverrideSet {
    /// Switches the override of a key on or off in this set, which is the highest layer.
    ///
    /// To switch off an override of a lower layer, a copy of it that is switched off is added here. To switch it on
    /// again, such a copy is removed if its value is the same.
    ///
    /// - Parameters:
    ///   - lower: the override of the key in the layers below, if there is one.
    ///   - author: the author of a copy that is added.
    ///   - now: the time.
    public mutating func switchOverride(
        of name: String, on isOn: Bool, over lower: Override?, author: String?, at now: Date
    ) {
        if var own = self[name] {
            own.isEnabled = isOn
            let isCopy = lower.map { $0.isEnabled && $0.value == own.value } ?? false
            self[name] = isOn && isCopy ? nil : own
        } else if var copy = lower, copy.isEnabled != isOn {
            copy.isEnabled = isOn
            (copy.author, copy.setAt) = (author, now)
            self[name] = copy
        }
    }
}

import Foundation

extension OverrideSet {
    /// Switches the override of a key on or off in this, the highest layer.
    ///
    /// One of a lower layer is covered by a copy that is switched off; switched on again, a copy that covers the same
    /// value goes.
    ///
    /// - Parameters:
    ///   - lower: the override of the key in the layers below, if there is one.
    ///   - author: who covers the lower one.
    ///   - now: when.
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

// A change of several overrides is announced before it is made, whether or not somebody is asked.
extension OverrideTarget {
    /// Says on standard error what is about to be done to how many keys. One key was named; that needs no words.
    ///
    /// - Parameter deed: for example `overriding`.
    static func announce(_ deed: String, _ names: [String]) {
        guard names.count > 1 else { return }
        StandardError.line("\(deed) \(counted(names))")
    }

    /// How many keys, and the names of the first ones: `7 keys: a, b, c, d, e and 2 more`; the name of the only one.
    static func counted(_ names: [String]) -> String {
        guard names.count > 1 else { return names.first ?? "no key" }
        let first = names.prefix(5).joined(separator: ", ") + (names.count > 5 ? " and \(names.count - 5) more" : "")
        return "\(names.count) keys: \(first)"
    }
}

/// Counts as people read them.
package enum CountText {
    /// A count with its noun: `1 key`, `3 keys`.
    ///
    /// - Parameter plural: the noun for any other count than one; with an `s` if it is left out.
    package static func count(_ count: Int, _ noun: String, _ plural: String? = nil) -> String {
        "\(count) \(count == 1 ? noun : plural ?? noun + "s")"
    }

    /// A count with a comma between each three digits: `100,000`.
    package static func grouped(_ count: Int) -> String {
        let digits = Array(String(count.magnitude).utf8)
        var text: [UInt8] = count < 0 ? [UInt8(ascii: "-")] : []
        for (place, digit) in digits.enumerated() {
            if place > 0, (digits.count - place).isMultiple(of: 3) { text.append(UInt8(ascii: ",")) }
            text.append(digit)
        }
        return String(decoding: text, as: UTF8.self)
    }
}

/// A share of a whole as text.
struct Percentage {
    /// Three decimals: `12.345 %`.
    let text: String

    /// - Parameter share: from 0 to 1.
    init(_ share: Double) {
        let thousandths = Int((share * 100_000).rounded())
        let decimals = String(thousandths % 1000)
        text = "\(thousandths / 1000)." + String(repeating: "0", count: 3 - decimals.count) + decimals + " %"
    }
}

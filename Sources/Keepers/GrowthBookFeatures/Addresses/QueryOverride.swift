import ExperimentsCore
import ExperimentsSupport

/// A variation that the query of an address asks for.
enum QueryOverride {
    /// The variation of an experiment; nil if the address names none, or one that does not exist.
    ///
    /// Names and values are not decoded, and of several pairs with the experiment's key only the first counts.
    static func variation(of key: String, in url: String, count: Int) -> Int? {
        guard !url.isEmpty else { return nil }
        let parts = url.split(scalar: "?", omittingEmptySubsequences: false)
        guard parts.count > 1 else { return nil }
        for pair in (parts[1].cut(atFirst: "#")?.before ?? parts[1]).split(
            scalar: "&", omittingEmptySubsequences: false)
        {
            let sides = pair.split(scalar: "=", omittingEmptySubsequences: false)
            guard JavaScriptText.isSame(sides.first.map(String.init) ?? "", key) else { continue }
            guard sides.count > 1, let value = JavaScriptNumber.leadingInteger(of: sides[1]), value >= 0,
                value < Double(count)
            else { return nil }
            return Int(value)
        }
        return nil
    }
}

import Foundation
import TestSupport

extension HostileText {
    /// What in an output could do something to a terminal, with what stands around it; nil where there is nothing.
    static func raw(in output: Data) -> String? {
        let text = String(decoding: output, as: UTF8.self)
        let scalars = text.unicodeScalars
        guard let place = scalars.firstIndex(where: isHostile) else {
            return Data(text.utf8) == output ? nil : "bytes that are not UTF-8: \(AttackTests.quoted(output))"
        }
        let start = scalars.index(place, offsetBy: -60, limitedBy: scalars.startIndex) ?? scalars.startIndex
        let code = String(scalars[place].value, radix: 16, uppercase: true)
        return "U+\(code) in " + AttackTests.quoted(Array(String(scalars[start...].prefix(120)).utf8))
    }
}

import ExperimentsCore

/// The name of the file that keeps a user's configuration.
///
/// Any text can be a user's ID. Different users get different names, also on a disk that does not tell upper case from
/// lower case.
enum UserFileName {
    private static let longest = 160

    static func name(for userID: String?) -> String {
        guard let userID else { return "shared.jsonl" }
        let name = "user-" + userID.utf8.map(encoded).joined()
        guard name.utf8.count > longest else { return name + ".jsonl" }
        // Two IDs that share this much and the hash would share a file, whose first line then tells them apart.
        return name.prefix(longest) + "~" + String(ContentHash(userID.utf8).value, radix: 16) + ".jsonl"
    }

    private static func encoded(_ byte: UInt8) -> String {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"),
            UInt8(ascii: "_"):
            return String(UnicodeScalar(byte))
        default:
            let digits = String(byte, radix: 16)
            return "%" + (digits.count == 1 ? "0" + digits : digits)
        }
    }
}

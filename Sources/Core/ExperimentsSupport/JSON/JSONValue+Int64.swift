extension JSONValue {
    /// A 64-bit integer, which protobuf's JSON writes as text and some servers as a number.
    package var int64: Int64? {
        switch self {
        case .number(let text), .string(let text): Int64(text)
        default: nil
        }
    }
}

extension JSONValue {
    /// Reads one JSON value. A byte order mark before it is allowed.
    ///
    /// - Throws: `JSONProblem` with the place where the text stops being JSON.
    public init(parsing text: String) throws(JSONProblem) {
        var text = text
        let result = text.withUTF8 { bytes in Self.parse(bytes) }
        self = try result.get()
    }

    /// Reads one JSON value from UTF-8 bytes.
    ///
    /// - Throws: `JSONProblem` with the place where the bytes stop being JSON.
    public init(parsing bytes: [UInt8]) throws(JSONProblem) {
        self = try bytes.withUnsafeBufferPointer { Self.parse($0) }.get()
    }

    private static func parse(_ bytes: UnsafeBufferPointer<UInt8>) -> Result<JSONValue, JSONProblem> {
        var parser = JSONParser(bytes)
        do throws(JSONProblem) {
            return .success(try parser.parseDocument())
        } catch {
            return .failure(error)
        }
    }
}

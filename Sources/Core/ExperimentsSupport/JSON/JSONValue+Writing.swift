extension JSONValue {
    /// The value on one line without blanks.
    public var compactText: String {
        String(decoding: compactBytes, as: UTF8.self)
    }

    /// The value with two blanks of indentation, a member or element on each line, and no newline at the end.
    public var prettyText: String {
        String(decoding: prettyBytes, as: UTF8.self)
    }

    /// `compactText` in UTF-8.
    public var compactBytes: [UInt8] {
        var writer = JSONWriter(isIndented: false)
        writer.write(self)
        return writer.bytes
    }

    /// `prettyText` in UTF-8.
    public var prettyBytes: [UInt8] {
        var writer = JSONWriter(isIndented: true)
        writer.write(self)
        return writer.bytes
    }

    /// The value in the fewest bytes, in UTF-8: for machines alone, since it may hold characters that steer a terminal.
    package var densestBytes: [UInt8] {
        var writer = JSONWriter(isIndented: false, escapesAllControls: false)
        writer.write(self)
        return writer.bytes
    }
}

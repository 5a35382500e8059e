extension JSONParser {
    /// The offset of the value that `path` leads to, member by member, in a document that is known to be an object; nil
    /// where it leads nowhere.
    mutating func offset(of path: ArraySlice<String>) throws(JSONProblem) -> Int? {
        skipBlanks()
        guard let wanted = path.first else { return position }
        guard next == UInt8(ascii: "{") else { return nil }
        repeat {
            position += 1
            skipBlanks()
            guard next == UInt8(ascii: "\"") else { return nil }
            let name = try parseString()
            skipBlanks()
            position += 1
            if name == wanted { return try offset(of: path.dropFirst()) }
            skipBlanks()
            _ = try parseValue()
            skipBlanks()
        } while next == UInt8(ascii: ",")
        return nil
    }
}

extension JSONProblem {
    /// The line and column of the value that `path` leads to in `bytes`, which are known to be JSON: for complaints
    /// about a document that is well written but says the wrong thing.
    package static func place(of path: [String], in bytes: [UInt8]) -> (line: Int, column: Int)? {
        bytes.withUnsafeBufferPointer { buffer in
            var parser = JSONParser(buffer)
            parser.skipByteOrderMark()
            guard let offset = try? parser.offset(of: path[...]) else { return nil }
            return place(of: offset, in: buffer)
        }
    }
}

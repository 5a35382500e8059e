extension BlockReader {
    /// Reads a list or a mapping that is written over lines, and moves on to the line after it.
    ///
    /// - Parameter column: where its lines start, from 0; the position is there.
    mutating func readBlock(at column: Int, depth: Int) throws(OutsideSubset) -> YAMLNode {
        guard depth < Self.deepest else { throw OutsideSubset() }
        if isItem { return try readList(at: column, depth: depth, atKey: false) }
        return try readMapping(at: column, depth: depth, firstKey: nil)
    }

    /// - Parameter atKey: whether the list stands at the indentation of the key it belongs to, so that the next key ends it.
    private mutating func readList(at column: Int, depth: Int, atKey: Bool) throws(OutsideSubset) -> YAMLNode {
        let base = nodes.count
        let (line, start) = (line, position)
        let startColumn = self.column(of: start)
        repeat {
            let item = try readItem(depth: depth, column: column)
            nodes.push(item)
            guard indentation <= column else { throw OutsideSubset() }
        } while indentation == column && isItem
        guard indentation < column || atKey else { throw OutsideSubset() }
        return YAMLNode(.sequence(nodes.take(above: base)), line: line, column: startColumn)
    }

    private mutating func readItem(depth: Int, column: Int) throws(OutsideSubset) -> YAMLNode {
        guard depth < Self.deepest else { throw OutsideSubset() }
        position += 1
        let empty = node(.scalar(text: "", isPlain: true), at: position)
        skipSpaces()
        if isLineDone {
            try nextLine()
            return indentation > column ? try readBlock(at: indentation, depth: depth + 1) : empty
        }
        let start = position
        if isItem { return try readList(at: start - lineStart, depth: depth + 1, atKey: false) }
        switch byte(at: start) {
        case .openBracket, .openBrace:
            let value = try readFlow(depth: depth + 1)
            try finishLine()
            return value
        default:
            let scalar = try readScalar()
            guard scalar.isKey else {
                try finishLine()
                return scalar.node
            }
            return try readMapping(at: start - lineStart, depth: depth + 1, firstKey: scalar.node)
        }
    }

    /// - Parameter firstKey: the first key, if it has been read already; the position is then after its colon.
    private mutating func readMapping(
        at column: Int, depth: Int, firstKey: YAMLNode?
    ) throws(OutsideSubset) -> YAMLNode {
        let base = pairs.count
        var key: YAMLNode
        if let firstKey { key = firstKey } else { key = try readKey() }
        let (line, startColumn) = (key.line, key.column)
        while true {
            let value = try readValue(ofKeyAt: column, depth: depth)
            pairs.push(YAMLPair(key: key, value: value))
            guard indentation == column else { break }
            key = try readKey()
        }
        guard indentation < column else { throw OutsideSubset() }
        return YAMLNode(.mapping(takePairs(above: base)), line: line, column: startColumn)
    }

    private mutating func readKey() throws(OutsideSubset) -> YAMLNode {
        let scalar = try readScalar()
        guard scalar.isKey else { throw OutsideSubset() }
        return scalar.node
    }

    /// The value after the colon of a key; moves on to the line after it.
    private mutating func readValue(ofKeyAt column: Int, depth: Int) throws(OutsideSubset) -> YAMLNode {
        let end = position
        skipSpaces()
        if isLineDone {
            let empty = node(.scalar(text: "", isPlain: true), at: end)
            try nextLine()
            if indentation > column { return try readBlock(at: indentation, depth: depth + 1) }
            if indentation == column, isItem { return try readList(at: column, depth: depth + 1, atKey: true) }
            return empty
        }
        let value: YAMLNode
        switch byte(at: position) {
        case .openBracket, .openBrace:
            value = try readFlow(depth: depth + 1)
        default:
            let scalar = try readScalar()
            guard !scalar.isKey else { throw OutsideSubset() }
            value = scalar.node
        }
        try finishLine()
        return value
    }
}

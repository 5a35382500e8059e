extension BlockReader {
    /// A list or mapping in brackets that ends on the line it starts on.
    mutating func readFlow(depth: Int) throws(OutsideSubset) -> YAMLNode {
        guard depth < Self.deepest else { throw OutsideSubset() }
        return byte(at: position) == .openBracket ? try readFlowList(depth) : try readFlowMapping(depth)
    }

    private mutating func readFlowList(_ depth: Int) throws(OutsideSubset) -> YAMLNode {
        let base = nodes.count
        let startColumn = column(of: position)
        repeat {
            position += 1
            skipSpaces()
            if byte(at: position) == .closeBracket { break }
            let item = try readFlowValue(depth)
            nodes.push(item)
            skipSpaces()
        } while byte(at: position) == .comma
        guard byte(at: position) == .closeBracket else { throw OutsideSubset() }
        position += 1
        return YAMLNode(.sequence(nodes.take(above: base)), line: line, column: startColumn)
    }

    private mutating func readFlowMapping(_ depth: Int) throws(OutsideSubset) -> YAMLNode {
        let base = pairs.count
        let startColumn = column(of: position)
        repeat {
            position += 1
            skipSpaces()
            if byte(at: position) == .closeBrace { break }
            let key = try readFlowKey()
            skipSpaces()
            let value = try readFlowValue(depth)
            pairs.push(YAMLPair(key: key, value: value))
            skipSpaces()
        } while byte(at: position) == .comma
        guard byte(at: position) == .closeBrace else { throw OutsideSubset() }
        position += 1
        return YAMLNode(.mapping(takePairs(above: base)), line: line, column: startColumn)
    }

    /// A key inside braces; the position is after its colon.
    private mutating func readFlowKey() throws(OutsideSubset) -> YAMLNode {
        let start = position
        let first = byte(at: start)
        let key: YAMLNode
        if first == .doubleQuote || first == .singleQuote {
            key = try readQuoted()
            skipSpaces()
        } else {
            key = try readFlowPlain()
        }
        guard byte(at: position) == .colon, position - start < Self.longestKey else { throw OutsideSubset() }
        position += 1
        return key
    }

    private mutating func readFlowValue(_ depth: Int) throws(OutsideSubset) -> YAMLNode {
        switch byte(at: position) {
        case .openBracket, .openBrace: try readFlow(depth: depth + 1)
        case .doubleQuote, .singleQuote: try readQuoted()
        default: try readFlowPlain()
        }
    }

    /// A plain scalar inside brackets; the position is at what ends it.
    private mutating func readFlowPlain() throws(OutsideSubset) -> YAMLNode {
        let start = position
        let first = byte(at: start)
        // A dash must start a word or a number here; the rest of what the grammar allows is left to the complete reader.
        let next = byte(at: start + 1)
        let isWord = first == .dash ? !next.isIndicator && !Self.endsToken(next) : !first.isIndicator
        guard isWord else { throw OutsideSubset() }
        var end = start
        while true {
            let byte = byte(at: position)
            switch byte {
            case .newline, .carriageReturn:
                throw OutsideSubset()
            case .hash where position > end:
                throw OutsideSubset()
            case .comma, .openBracket, .closeBracket, .openBrace, .closeBrace:
                return node(.scalar(text: string(from: start, to: end), isPlain: true), at: start)
            case .colon:
                let next = self.byte(at: position + 1)
                if Self.endsToken(next) {
                    return node(.scalar(text: string(from: start, to: end), isPlain: true), at: start)
                }
                guard !next.isIndicator else { throw OutsideSubset() }
                position += 1
                end = position
            case .space:
                position += 1
            default:
                position += 1
                end = position
            }
        }
    }
}

/// Where each value of a JSON text begins. Made only when there is a problem to be placed, so that a good document
/// does not pay for it.
///
/// The text must have been read without a problem before: nothing is checked again.
package struct JSONPlaces {
    private struct Node {
        /// Where the value begins, or, for a member, its name.
        var offset = 0
        var members: [String: Int] = [:]
        var elements: [Int] = []
    }

    private let bytes: [UInt8]
    private let lineStarts: [Int]
    private var nodes: [Node] = []
    private var position = 0

    package init(_ bytes: [UInt8]) {
        self.bytes = bytes
        lineStarts = [0] + bytes.indices.lazy.filter { bytes[$0] == UInt8(ascii: "\n") }.map { $0 + 1 }
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { position = 3 }
        skipBlanks()
        _ = readValue(startingAt: position)
    }

    /// The line and column of the nearest thing to `path` that the text holds, both from 1.
    package func place(of path: DocumentPath) -> (line: Int, column: Int) {
        var index = 0
        for step in path.steps {
            let next =
                switch step {
                case .member(let name): nodes[index].members[name]
                case .element(let element):
                    nodes[index].elements.indices.contains(element) ? nodes[index].elements[element] : nil
                }
            guard let next else { break }
            index = next
        }
        let offset = nodes[index].offset
        var (low, high) = (0, lineStarts.count)
        while high - low > 1 {
            let middle = (low + high) / 2
            if lineStarts[middle] <= offset { low = middle } else { high = middle }
        }
        return (low + 1, offset - lineStarts[low] + 1)
    }

    private mutating func readValue(startingAt offset: Int) -> Int {
        let index = nodes.count
        nodes.append(Node(offset: offset))
        switch current {
        case UInt8(ascii: "{"): readContainer(index, isObject: true)
        case UInt8(ascii: "["): readContainer(index, isObject: false)
        case UInt8(ascii: "\""): _ = readString()
        default: skipScalar()
        }
        return index
    }

    private mutating func readContainer(_ index: Int, isObject: Bool) {
        position += 1
        while true {
            skipBlanks()
            switch current {
            case UInt8(ascii: ","): position += 1
            case UInt8(ascii: "}"), UInt8(ascii: "]"), nil:
                position += 1
                return
            default:
                let offset = position
                guard isObject else {
                    let element = readValue(startingAt: offset)
                    nodes[index].elements.append(element)
                    continue
                }
                let name = readString()
                skipBlanks()
                position += 1
                skipBlanks()
                let member = readValue(startingAt: offset)
                nodes[index].members[name] = member
            }
        }
    }

    /// The text of the string at the position, which is left behind.
    private mutating func readString() -> String {
        let start = position
        position += 1
        var isPlain = true
        while let byte = current, byte != UInt8(ascii: "\"") {
            if byte == UInt8(ascii: "\\") {
                isPlain = false
                position += 1
            }
            position += 1
        }
        position += 1
        let end = min(position, bytes.count)
        if isPlain { return String(decoding: bytes[(start + 1)..<max(start + 1, end - 1)], as: UTF8.self) }
        // Names with escapes are rare; the parser proper knows what they stand for.
        return (try? JSONValue(parsing: Array(bytes[start..<end])))?.string ?? ""
    }

    private mutating func skipScalar() {
        let start = position
        while let byte = current, !Self.ends.contains(byte) { position += 1 }
        // Never stand still, whatever the text.
        if position == start { position += 1 }
    }

    private mutating func skipBlanks() {
        while let byte = current, Self.blanks.contains(byte) { position += 1 }
    }

    private var current: UInt8? { position < bytes.count ? bytes[position] : nil }

    private static let blanks: [UInt8] = [0x20, 0x0A, 0x0D, 0x09]
    private static let ends: [UInt8] = blanks + [UInt8(ascii: ","), UInt8(ascii: "]"), UInt8(ascii: "}")]
}

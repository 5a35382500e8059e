/// The positions of all values in a JSON text. They are computed only to locate a problem, so that a valid document
/// does not pay for them.
///
/// The text must already have been parsed without a problem; nothing is checked again.
package struct JSONPlaces {
    private struct Node {
        /// The position of the value or, for a member, of its name.
        let offset: Int
        /// The range of its children in `children`.
        var children = 0..<0
    }

    /// A member of an object, or an element of an array.
    private struct Child {
        /// The bytes between a member's quotation marks.
        let name: Range<Int>
        /// The index of its node.
        let node: Int
    }

    /// The number of members above which an object's members are looked up by name.
    private static let smallObject = 16

    private let bytes: [UInt8]
    private let lineStarts: [Int]
    private var nodes: [Node] = []
    /// The children of all nodes, one node after the other.
    private var children: [Child] = []
    /// The children found so far of the containers that have not ended.
    private var pending: [Child] = []
    /// For large objects, the nodes of the members by name, by the index of the object's node.
    private var names: [Int: [String: Int]] = [:]
    private var position = 0

    package init(_ bytes: [UInt8]) {
        self.bytes = bytes
        lineStarts = [0] + bytes.indices.lazy.filter { bytes[$0] == UInt8(ascii: "\n") }.map { $0 + 1 }
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { position = 3 }
        skipBlanks()
        _ = readValue(startingAt: position)
    }

    /// Returns the line and column, both from 1, of the nearest thing to `path` that the text contains.
    package func place(of path: DocumentPath) -> (line: Int, column: Int) {
        var index = 0
        for step in path.steps {
            let next =
                switch step {
                case .member(let name): member(name, of: index)
                case .element(let element): self.element(element, of: index)
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

    private func element(_ element: Int, of index: Int) -> Int? {
        let all = nodes[index].children
        return (0..<all.count).contains(element) ? children[all.lowerBound + element].node : nil
    }

    /// Returns the member with this name; the last one, as for readers of the document.
    private func member(_ name: String, of index: Int) -> Int? {
        if let known = names[index] { return known[name] }
        return children[nodes[index].children].last { says($0.name, name) }?.node
    }

    private func says(_ range: Range<Int>, _ name: String) -> Bool {
        let written = bytes[range]
        if written.elementsEqual(name.utf8) { return true }
        return written.contains(UInt8(ascii: "\\")) && text(range) == name
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
        let first = pending.count
        position += 1
        reading: while true {
            skipBlanks()
            switch current {
            case UInt8(ascii: ","): position += 1
            case UInt8(ascii: "}"), UInt8(ascii: "]"), nil:
                position += 1
                break reading
            default:
                let offset = position
                var name = 0..<0
                if isObject {
                    name = readString()
                    skipBlanks()
                    position += 1
                    skipBlanks()
                }
                let node = readValue(startingAt: offset)
                pending.append(Child(name: name, node: node))
            }
        }
        let start = children.count
        children += pending[first...]
        pending.removeSubrange(first...)
        nodes[index].children = start..<children.count
        if isObject, children.count - start > Self.smallObject {
            let members = children[start...].map { (text($0.name), $0.node) }
            names[index] = Dictionary(members) { _, last in last }
        }
    }

    /// Skips the string at the position, and returns the range of bytes between its quotation marks.
    private mutating func readString() -> Range<Int> {
        let start = position
        position += 1
        while let byte = current, byte != UInt8(ascii: "\"") { position += byte == UInt8(ascii: "\\") ? 2 : 1 }
        position += 1
        return (start + 1)..<max(start + 1, min(position, bytes.count) - 1)
    }

    /// Returns the text between two quotation marks.
    private func text(_ range: Range<Int>) -> String {
        guard bytes[range].contains(UInt8(ascii: "\\")) else { return String(decoding: bytes[range], as: UTF8.self) }
        // Names with escapes are rare. The parser decodes them.
        let quoted = bytes[(range.lowerBound - 1)...min(range.upperBound, bytes.count - 1)]
        return (try? JSONValue(parsing: Array(quoted)))?.string ?? ""
    }

    private mutating func skipScalar() {
        let start = position
        while let byte = current, !Self.isBlank(byte), !Self.isEnd(byte) { position += 1 }
        // Always move on, whatever the text is.
        if position == start { position += 1 }
    }

    private mutating func skipBlanks() {
        while let byte = current, Self.isBlank(byte) { position += 1 }
    }

    private var current: UInt8? { position < bytes.count ? bytes[position] : nil }

    private static func isBlank(_ byte: UInt8) -> Bool {
        byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09
    }

    private static func isEnd(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: ",") || byte == UInt8(ascii: "]") || byte == UInt8(ascii: "}")
    }
}

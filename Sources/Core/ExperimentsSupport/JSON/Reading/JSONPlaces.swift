/// The positions of all values in a JSON text. The parser notes them only to locate a problem, so that a valid document
/// needs no time for them.
package struct JSONPlaces {
    struct Node {
        /// The position of the value or, for a member, of its name.
        let offset: Int
        private let children: [Node]
        /// The indices of the children of an object.
        private let names: ExactDictionary<Int>

        init(_ offset: Int, of value: JSONValue, _ children: [Node]) {
            (self.offset, self.children) = (offset, children)
            let members = value.object?.members ?? []
            names = ExactDictionary(members.enumerated().map { ($1.name, $0) }) { first, _ in first }
        }

        subscript(step: DocumentPath.Step) -> Node? {
            switch step {
            case .member(let name): names[name].map { children[$0] }
            case .element(let index):
                names.isEmpty && children.indices.contains(index) ? children[index] : nil
            }
        }
    }

    private let root: Node
    private let lineStarts: [Int]

    /// Reads a string that was read before without a problem. Of any other, only the start is known.
    package init(_ bytes: [UInt8]) {
        lineStarts = [0] + bytes.indices.lazy.filter { bytes[$0] == UInt8(ascii: "\n") }.map { $0 + 1 }
        var parser = JSONParser(bytes, notingPlaces: true)
        let found = (try? parser.parseDocument()) == nil ? nil : parser.places?.first
        root = found ?? Node(0, of: .null, [])
    }

    /// Returns the line and column, both from 1, of the nearest thing to `path` that the text contains.
    package func place(of path: DocumentPath) -> (line: Int, column: Int) {
        var node = root
        for step in path.steps {
            guard let next = node[step] else { break }
            node = next
        }
        let line = lineStarts.partitioningIndex { $0 > node.offset }
        return (line, node.offset - lineStarts[line - 1] + 1)
    }
}

import MarkedYAML

extension YAMLNode {
    /// The tree in one line, with the place of every node: what a failing comparison prints.
    var outline: String {
        let place = "\(line):\(column)"
        return switch content {
        case .scalar(let text, isPlain: true): "\(place)=\(text.debugDescription)"
        case .scalar(let text, isPlain: false): "\(place)='\(text.debugDescription)'"
        case .sequence(let items): "\(place)[" + items.map(\.outline).joined(separator: ", ") + "]"
        case .mapping(let pairs):
            "\(place){" + pairs.map { $0.key.outline + ": " + $0.value.outline }.joined(separator: ", ") + "}"
        }
    }
}

import ExperimentsSupport

/// The rule that a mapping names each of its keys once.
enum DuplicateKeys {
    /// The first key whose text an earlier one of the same mapping has too.
    static func problem(in pairs: [YAMLPair]) -> YAMLProblem? {
        var places = [String: YAMLNode](minimumCapacity: pairs.count)
        for pair in pairs {
            guard let text = pair.key.text else { continue }
            if let earlier = places.updateValue(pair.key, forKey: text) {
                return problem(text, at: (pair.key.line, pair.key.column), first: (earlier.line, earlier.column))
            }
        }
        return nil
    }

    static func problem(_ text: String, at place: (line: Int, column: Int), first: (line: Int, column: Int))
        -> YAMLProblem
    {
        YAMLProblem(
            "duplicate key '\(text)': it is already set at \(first.line):\(first.column)", line: place.line,
            column: place.column)
    }
}

/// The rule that a mapping takes no other one in. YAML 1.1 does so with a key `<<`; read as any other name, it would be a
/// mapping with a strange key, and the fields that were to come from elsewhere would be missing.
enum MergeKeys {
    /// The first such key. In quotes it is a name.
    static func problem(in pairs: [YAMLPair]) -> YAMLProblem? {
        for pair in pairs {
            guard case .scalar(let text, isPlain: true) = pair.key.content, text.utf8.count == 2, text == "<<" else {
                continue
            }
            return YAMLProblem(
                "merge keys ('<<') are not supported; write the fields here, or put a key of that name in quotes",
                at: pair.key)
        }
        return nil
    }
}

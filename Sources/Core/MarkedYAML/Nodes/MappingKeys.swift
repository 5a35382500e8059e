import ExperimentsSupport

/// The rule that a mapping names each of its keys once.
enum DuplicateKeys {
    /// The first key whose text an earlier one of the same mapping has too.
    static func problem(in pairs: [YAMLPair]) -> YAMLProblem? {
        pairs.withUnsafeBufferPointer { problem(in: $0, areASCII: false) }
    }

    /// As above, for pairs that are in no array yet.
    ///
    /// - Parameter areASCII: whether all keys are, so that those of different length differ. (Others may be equal all the
    ///   same: an accented letter has more than one spelling.)
    static func problem(in pairs: UnsafeBufferPointer<YAMLPair>, areASCII: Bool) -> YAMLProblem? {
        // Most mappings are records of a few fields: comparing those pairwise needs no memory, and a fifth less time for a
        // catalogue.
        guard pairs.count > 12 else {
            for index in 1..<max(1, pairs.count) {
                guard let text = pairs[index].key.text else { continue }
                for earlier in 0..<index {
                    guard let other = pairs[earlier].key.text else { continue }
                    if areASCII, other.utf8.count != text.utf8.count { continue }
                    if other == text { return problem(text, pairs[index].key, pairs[earlier].key) }
                }
            }
            return nil
        }
        var places = Dictionary<String, Int>(minimumCapacity: pairs.count)
        for index in pairs.indices {
            guard let text = pairs[index].key.text else { continue }
            if let earlier = places.updateValue(index, forKey: text) {
                return problem(text, pairs[index].key, pairs[earlier].key)
            }
        }
        return nil
    }

    private static func problem(_ text: String, _ key: YAMLNode, _ earlier: YAMLNode) -> YAMLProblem {
        YAMLProblem(message(text, first: (earlier.line, earlier.column)), at: key)
    }

    static func message(_ text: String, first: (line: Int, column: Int)) -> String {
        "duplicate key '\(text)': it is already set at \(first.line):\(first.column)"
    }

    /// The problem for a duplicate of which only the first place is known: the second is searched for in the text.
    static func problem(_ key: String, firstAt line: Int, column: Int, in text: String) -> YAMLProblem {
        var number = 0
        for lineText in text.lines {
            number += 1
            guard number > line else { continue }
            let indentation = lineText.prefix { $0 == " " }.count
            guard indentation < lineText.count else { continue }
            guard indentation >= column - 1 else { break }
            guard indentation == column - 1 else { continue }
            let rest = lineText.dropFirst(indentation)
            for spelling in [key, "\"\(key)\"", "'\(key)'"] where rest.hasPrefix(spelling) {
                guard rest.dropFirst(spelling.count).drop(while: { $0 == " " }).first == ":" else { continue }
                return YAMLProblem(message(key, first: (line, column)), line: number, column: column)
            }
        }
        return YAMLProblem("duplicate key '\(key)': it is set again in the same mapping", line: line, column: column)
    }
}

/// The rule that a mapping takes no other one in. YAML 1.1 does so with a key `<<`; read as any other name, it would be a
/// mapping with a strange key, and the fields that were to come from elsewhere would be missing.
enum MergeKeys {
    /// The first such key. In quotes it is a name.
    static func problem(in pairs: UnsafeBufferPointer<YAMLPair>) -> YAMLProblem? {
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

    /// As above, for pairs in an array.
    static func problem(in pairs: [YAMLPair]) -> YAMLProblem? {
        pairs.withUnsafeBufferPointer { problem(in: $0) }
    }
}

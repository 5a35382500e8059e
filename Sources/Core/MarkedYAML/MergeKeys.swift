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

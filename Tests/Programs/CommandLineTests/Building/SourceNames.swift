/// The names of types and functions in a Swift file: those that it declares, and those that its code uses.
///
/// Comments and texts are skipped, but not the code in texts. A name after a dot is a member, and not a use.
struct SourceNames {
    /// A word that says something about the name after it.
    enum Word {
        /// `struct` and the like: a type follows.
        case type
        /// `func`: a function follows.
        case function
        /// `private` or `fileprivate`: what follows is seen only in this file.
        case hiding
        /// The beginning of another declaration.
        case other
    }

    static let words: [String: Word] = [
        "struct": .type, "class": .type, "enum": .type, "protocol": .type, "actor": .type, "typealias": .type,
        "associatedtype": .type, "func": .function, "private": .hiding, "fileprivate": .hiding,
        "extension": .other,
        "let": .other, "var": .other, "import": .other,
    ]

    /// The types and functions that other files see without naming a type around them.
    var shared: Set<String> = []
    /// The other types: those within types, and those that only this file sees.
    var own: Set<String> = []
    /// The types that the code names, and the functions that it calls.
    var used: Set<String> = []

    /// Reads the content of a file.
    init(_ content: some Sequence<UInt8>) {
        // The zero at the end spares every loop a look at the count.
        (Array(content) + [0]).withUnsafeBufferPointer { bytes in
            guard let start = bytes.baseAddress else { return }
            var reader = SourceNameReader(start)
            reader.readCode(isInText: false)
            (shared, own, used) = (reader.shared, reader.own, reader.used)
        }
    }
}

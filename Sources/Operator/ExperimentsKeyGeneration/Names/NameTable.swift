import ExperimentsSupport

/// Different names for different texts, regardless of their order.
struct NameTable {
    private let names: [String: String]

    /// Gives each text a name.
    ///
    /// A text keeps the name that it already has. Of the others that would have the same name, the text that is this
    /// name itself gets it, or the first one in alphabetical order; the rest get a number appended.
    ///
    /// - Parameters:
    ///   - kept: the names that texts already have.
    ///   - reserved: the names that are not used. A text that would get one of them gets it with `suffix` appended.
    ///   - make: creates a name from a text.
    init(
        _ texts: [String], kept: [String: String] = [:], reserved: Set<String>, suffix: String,
        _ make: (String) -> String
    ) {
        let ordered = Set(texts).sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
        var names: [String: String] = [:]
        var given = reserved
        for text in ordered {
            guard let name = kept[text], !SwiftName.isImpossible(name), given.insert(name).inserted else {
                continue
            }
            names[text] = name
        }
        let wanted = ordered.filter { names[$0] == nil }.map { text in
            let name = make(text)
            let isFree = !reserved.contains(name) && !SwiftName.isImpossible(name)
            return (text: text, name: isFree ? name : name + suffix)
        }
        let isItself = { (pair: (text: String, name: String)) in pair.text == pair.name }
        // No number makes a name that another text would have without one.
        var used = given.union(wanted.map(\.name))
        for (text, name) in wanted.filter(isItself) + wanted.filter({ !isItself($0) }) {
            guard !given.insert(name).inserted else {
                names[text] = name
                continue
            }
            var number = 2
            while !used.insert("\(name)\(number)").inserted { number += 1 }
            names[text] = "\(name)\(number)"
        }
        self.names = names
    }

    /// All names. Letters without capitals result in the same name for a type and for a property.
    var all: Set<String> { Set(names.values) }

    subscript(text: String) -> String { names[text] ?? "" }
}

import TestSupport

/// Writes random Swift programs of several files that read one flag.
///
/// It knows the grammar of Swift and some of the standard library, and nothing of how a flag is taken out of a program.
struct ProgramWriter {
    var random: SeededGenerator
    /// The number of the program; it is part of every name that several programs could have.
    let number: Int
    let flag: ProgramFlag
    let values: [String]
    /// The property of the key, which other declarations may have as their name, too.
    let property: String
    /// The name of the key.
    let key: String
    /// The name of what tells others about the flag.
    let member: String
    /// How many more times the flag is read.
    var budget: Int
    private var steps = 0
    private var names = 0
    /// The kinds of code that the program has, for a report.
    var kinds: [String] = []
    /// The declarations of each file.
    var files: [[String]] = []
    /// The statements of the entry.
    var entry: [String] = []

    init(seed: UInt64, number: Int) {
        var random = SeededGenerator(seed: seed)
        let kinds: [ProgramFlag] = [
            .truth, .truth, .truth, .truth, .whole, .number, .text, .style, .optionalText,
        ]
        let flag = kinds[random.below(kinds.count)]
        let pairs = flag.values
        self.number = number
        self.flag = flag
        values = pairs[random.below(pairs.count)]
        property = "flag\(number)"
        key = random.below(3) == 0 ? "flag\(number)" : "flag_\(number)"
        member = ["isNew", "isNew", "value", "mode"][random.below(4)]
        budget = 1 + random.below(4)
        self.random = random
        files = Array(repeating: [], count: 2 + self.random.below(3))
    }

    // MARK: - Chance

    mutating func chance(_ count: Int, in total: Int) -> Bool { random.below(total) < count }

    mutating func one<Element>(of elements: [Element]) -> Element { elements[random.below(elements.count)] }

    // MARK: - Names

    /// A name that is different from all others of the program.
    mutating func fresh(_ stem: String) -> String {
        names += 1
        return "\(stem)\(names)"
    }

    /// A name on the top level of a file.
    func global(_ stem: String) -> String { "\(stem)_\(number)" }

    /// A name of a constant, which may be one that something else has already.
    mutating func localName() -> String {
        chance(1, in: 4) ? one(of: [member, property, "s", "key", "item"].filter { $0 != "s" }) : fresh("v")
    }

    /// The next number for what a program prints.
    mutating func step() -> String {
        steps += 1
        return "\(steps)"
    }

    // MARK: - Declarations

    mutating func note(_ kind: String) { kinds.append(kind) }

    /// Adds a declaration to one of the files.
    mutating func declare(_ lines: [String], in file: Int? = nil) {
        let place = file ?? random.below(files.count)
        files[place].append(lines.joined(separator: "\n"))
    }

    func indented(_ lines: [String]) -> [String] { lines.map { $0.isEmpty ? $0 : "    " + $0 } }
}

extension FlaggedProgram {
    /// Creates the random program of a seed.
    init(seed: UInt64, number: Int) {
        var writer = ProgramWriter(seed: seed, number: number)
        writer.write()
        var files: [String: String] = [:]
        for (index, parts) in writer.files.enumerated() {
            let name = "P\(number)\(["A", "B", "C", "D"][index]).swift"
            files[name] = "import Experiments\nimport Foundation\n\n" + parts.joined(separator: "\n\n") + "\n"
        }
        self.init(
            number: number, key: writer.key, values: writer.values, files: files, entry: writer.global("run"))
    }
}

extension ProgramWriter {
    /// Writes the whole program.
    fileprivate mutating func write() {
        declareKeys()
        if chance(3, in: 4) { writeHost() }
        while chance(1, in: 2) { writePlace() }
        for _ in 0..<random.below(3) { writeNeighbor() }
        writeEntry()
    }

    private mutating func declareKeys() {
        let details = chance(1, in: 4) ? ".described(title: \"Flag \(number)\", group: \"Shop\")" : ""
        var lines = ["extension Keys {"]
        if chance(1, in: 3) { lines.append("    /// The flag of program \(number)") }
        lines.append("    static let \(property) = Key(\"\(key)\", \(flag.declaration))\(details)")
        if chance(1, in: 3) {
            lines.append("    static let other\(number) = Key(\"other_\(number)\", default: true)")
        }
        lines.append("}")
        declare(lines)
    }

    private mutating func writeEntry() {
        var scope = entryScope()
        var lines: [String] = []
        if chance(1, in: 3) { lines += readIntoConstant(&scope) }
        lines += statements(&scope, depth: 2, count: 1 + random.below(3))
        lines =
            ["func \(global("run"))(_ s: RemoteConfigService, _ x: Bool, _ n: Int) throws {"]
            + indented(entry + lines)
        declare(lines + ["}"])
    }

    private func entryScope() -> ProgramScope {
        var scope = ProgramScope()
        scope.declare("x", .truth)
        scope.declare("n", .whole)
        scope.isThrowing = true
        scope.reads = ["s[.\(property)]", "s[.\(property)]", "s[Keys.\(property)]"]
        return scope
    }

    /// A constant or a variable with the flag's value.
    mutating func readIntoConstant(_ scope: inout ProgramScope) -> [String] {
        guard let read = scope.reads.first else { return [] }
        let name = chance(1, in: 2) ? member : fresh("v")
        budget -= 1
        let forms: [(String, ProgramType)] = [
            ("let \(name) = \(read)", flag.type), ("let \(name) = \(read)", flag.type),
            ("let \(name): \(flag.type.name) = \(read)", flag.type),
            ("let \(name): Any = \(read)", .any),
            ("let \(name) = { \(read) }()", flag.type),
        ]
        let (line, type) = one(of: forms)
        note("constant")
        scope.declare(name, type)
        if type == flag.type { scope.reads += [name, name] }
        return [line]
    }
}

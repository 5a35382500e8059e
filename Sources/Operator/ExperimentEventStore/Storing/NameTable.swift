import GRDB

/// The numbers of names, as far as a transaction needed them.
struct NameTable {
    private var numbers: [String: Int] = [:]

    /// The number of a name, which is given one if it has none.
    mutating func number(of name: String, _ db: Database) throws -> Int {
        if let number = numbers[name] { return number }
        let number =
            try Int.fetchOne(db, sql: "SELECT number FROM name WHERE text = ?", arguments: [name])
            ?? insert(name, db)
        numbers[name] = number
        return number
    }

    private func insert(_ name: String, _ db: Database) throws -> Int {
        try db.execute(sql: "INSERT INTO name (text) VALUES (?)", arguments: [name])
        return Int(db.lastInsertedRowID)
    }

    /// All names by their numbers.
    static func all(_ db: Database) throws -> [Int: String] {
        var names: [Int: String] = [:]
        try PreparedStatement(db, "SELECT number, text FROM name").run { names[$0.number(0)] = $0.text(1) }
        return names
    }
}

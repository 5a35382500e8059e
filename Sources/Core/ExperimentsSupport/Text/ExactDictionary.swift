/// Values by name, where two names are the same only if they have the same bytes.
///
/// It is used like a `Dictionary` with strings as keys. That one takes names that only look the same for one name, such
/// as `é` as one scalar and as a letter with an accent, which no other language does.
public struct ExactDictionary<Value>: Sequence, ExpressibleByDictionaryLiteral {
    /// A name and its value.
    public typealias Element = (key: String, value: Value)

    private var table: [ExactText: Value]

    /// Creates a dictionary without values.
    public init() {
        table = [:]
    }

    /// Creates an empty dictionary with room for this many values.
    public init(minimumCapacity: Int) {
        table = Dictionary(minimumCapacity: minimumCapacity)
    }

    /// Creates a dictionary from a literal. Of two values of the same name, the last one is kept.
    public init(dictionaryLiteral elements: (String, Value)...) {
        self.init(elements) { _, last in last }
    }

    /// Creates a dictionary from values by name.
    public init(_ values: [String: Value]) {
        self.init(values.lazy.map { ($0.key, $0.value) }) { _, last in last }
    }

    /// Creates a dictionary from names and values.
    ///
    /// - Parameter combine: returns the value for two with the same name.
    public init(
        _ elements: some Sequence<(String, Value)>, uniquingKeysWith combine: (Value, Value) throws -> Value
    ) rethrows {
        table = try Dictionary(elements.lazy.map { (ExactText($0.0), $0.1) }, uniquingKeysWith: combine)
    }

    private init(table: [ExactText: Value]) {
        self.table = table
    }

    /// The number of values.
    public var count: Int { table.count }

    /// Whether there are no values.
    public var isEmpty: Bool { table.isEmpty }

    /// The names, in no particular order.
    public var keys: some Collection<String> { table.keys.lazy.map(\.text) }

    /// The values, in no particular order.
    public var values: some Collection<Value> { table.values }

    /// The value of a name; nil if there is none. Setting nil removes it.
    public subscript(name: String) -> Value? {
        get { table[ExactText(name)] }
        set { table[ExactText(name)] = newValue }
    }

    /// The value of a name, or `standard` if there is none.
    public subscript(name: String, default standard: @autoclosure () -> Value) -> Value {
        get { table[ExactText(name)] ?? standard() }
        set { table[ExactText(name)] = newValue }
    }

    /// The names and their values, in no particular order.
    public func makeIterator() -> AnyIterator<Element> {
        var iterator = table.makeIterator()
        return AnyIterator { iterator.next().map { ($0.key.text, $0.value) } }
    }

    /// The number of elements.
    public var underestimatedCount: Int { table.count }

    /// Returns the same names with other values.
    public func mapValues<Other>(_ transform: (Value) throws -> Other) rethrows -> ExactDictionary<Other> {
        ExactDictionary<Other>(table: try table.mapValues(transform))
    }

    /// Returns the same names with other values, without those for which `transform` returns nil.
    public func compactMapValues<Other>(_ transform: (Value) throws -> Other?) rethrows -> ExactDictionary<
        Other
    > {
        ExactDictionary<Other>(table: try table.compactMapValues(transform))
    }

    /// Returns the elements that satisfy a condition.
    public func filter(_ isIncluded: (Element) throws -> Bool) rethrows -> ExactDictionary {
        ExactDictionary(table: try table.filter { try isIncluded(($0.key.text, $0.value)) })
    }

    /// Returns the values of both dictionaries.
    public func merging(
        _ other: ExactDictionary, uniquingKeysWith combine: (Value, Value) throws -> Value
    ) rethrows -> ExactDictionary {
        var result = self
        try result.merge(other, uniquingKeysWith: combine)
        return result
    }

    /// Adds the values of another dictionary.
    public mutating func merge(
        _ other: ExactDictionary, uniquingKeysWith combine: (Value, Value) throws -> Value
    ) rethrows {
        try table.merge(other.table, uniquingKeysWith: combine)
    }

    /// Sets the value of a name, and returns the former one.
    @discardableResult
    public mutating func updateValue(_ value: Value, forKey name: String) -> Value? {
        table.updateValue(value, forKey: ExactText(name))
    }

    /// Removes the value of a name, and returns it.
    @discardableResult
    public mutating func removeValue(forKey name: String) -> Value? {
        table.removeValue(forKey: ExactText(name))
    }
}

extension ExactDictionary: Sendable where Value: Sendable {}

extension ExactDictionary: Equatable where Value: Equatable {}

extension ExactDictionary: Hashable where Value: Hashable {}

extension ExactDictionary {
    /// The names in alphabetical order, and those that look the same in the order of their bytes.
    package var sortedNames: [String] {
        table.keys.sorted().map(\.text)
    }

    /// Returns the names of this dictionary and of another one, in the order of ``sortedNames``.
    package func sortedNames<Other>(and other: ExactDictionary<Other>) -> [String] {
        var names = mapValues { _ in () }
        for name in other.keys { names[name] = () }
        return names.sortedNames
    }

    /// The names with their values, in the order of ``sortedNames``.
    package var sortedElements: [Element] {
        sortedNames.compactMap { name in self[name].map { (name, $0) } }
    }
}

extension Dictionary where Key == String {
    /// The value of exactly this name; nil if there is none, or only one with a name that looks the same.
    package subscript(exactly name: String) -> Value? {
        index(forKey: name).flatMap { self[$0].key.isExactly(name) ? self[$0].value : nil }
    }

    /// Creates a dictionary from one in which names that only look the same are different ones. Of two such names, the
    /// one whose bytes come first is kept.
    package init(_ values: ExactDictionary<Value>) {
        self.init(values.sortedElements.map { ($0.key, $0.value) }) { first, _ in first }
    }
}

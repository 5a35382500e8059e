import Experiments

/// Every value that a key can have, as arguments of a test: `@Test(arguments: allVariants(of: .paywall))`.
public func allVariants<Value: CaseIterable>(of _: Key<Value>) -> [Value] { Array(Value.allCases) }

/// Both values of a key that is true or false.
public func allVariants(of _: Key<Bool>) -> [Bool] { [false, true] }

/// Every text that a key lists; its default alone where it lists none.
public func allVariants(of key: Key<String>) -> [String] {
    key.schema.cases.isEmpty ? [key.defaultValue] : key.schema.cases
}

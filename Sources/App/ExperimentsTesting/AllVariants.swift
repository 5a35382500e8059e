import Experiments

/// Returns every value that a key can have, as arguments of a test: `@Test(arguments: allVariants(of: .paywall))`.
public func allVariants<Value: CaseIterable>(of _: Key<Value>) -> [Value] { Array(Value.allCases) }

/// Returns both values of a boolean key.
public func allVariants(of _: Key<Bool>) -> [Bool] { [false, true] }

/// Returns every valid text that a key lists, or only its default if it lists none.
public func allVariants(of key: Key<String>) -> [String] {
    key.schema.cases.isEmpty ? [key.defaultValue] : key.schema.cases
}

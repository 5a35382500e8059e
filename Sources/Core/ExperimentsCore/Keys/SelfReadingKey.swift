/// A key that makes values from texts by itself and has a default of its own, where others leave both to their value
/// type.
package protocol SelfReadingKey: TitledRemoteKey {
    /// The title, if one is declared.
    var declaredTitle: String? { get }

    /// The group under which the key is listed, if there is one.
    var group: String? { get }

    /// What the key is for, if it says so.
    var summary: String? { get }

    /// What is wrong with how the key is declared, if anything is.
    var declarationProblem: DeclarationProblem? { get }

    /// The default, as a value of the key's `valueType`.
    var ownDefault: any RemoteValue { get }

    /// Makes a value of the key's `valueType`, or throws the reason why it cannot.
    func readValue(_ text: String) throws(IncorrectValue) -> any RemoteValue
}

/// A value that holds one of a type that is no remote value itself, such as `Int`.
package protocol HoldingRemoteValue: RemoteValue {
    /// The type that is held.
    static var heldType: Any.Type { get }
}

extension RemoteValue {
    /// The name of the type in an app's sources, for errors.
    static var declaredName: String {
        let holding = Self.self as? any HoldingRemoteValue.Type
        return holding.map { "\($0.heldType)" } ?? String(describing: Self.self)
    }
}

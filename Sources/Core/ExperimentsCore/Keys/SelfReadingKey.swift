/// A key that makes values from texts itself and has a default of its own. Other keys leave both to their value type.
package protocol SelfReadingKey: TitledRemoteKey {
    /// The title, if one is declared.
    var declaredTitle: String? { get }

    /// The group under which the key is listed, if there is one.
    var group: String? { get }

    /// What the key is for, if that is declared.
    var summary: String? { get }

    /// The mistake in how the key is declared, if there is one.
    var declarationProblem: DeclarationProblem? { get }

    /// The default, as a value of the key's `valueType`.
    var ownDefault: any RemoteValue { get }

    /// Makes a value of the key's `valueType`.
    ///
    /// - Throws: `IncorrectValue` with the reason why the text is not valid.
    func readValue(_ text: String) throws(IncorrectValue) -> any RemoteValue
}

/// A value that wraps a type which is not a remote value itself, such as `Int`.
package protocol HoldingRemoteValue: RemoteValue {
    /// The wrapped type.
    static var heldType: Any.Type { get }
}

extension RemoteValue {
    /// The name of the type in an app's sources, for errors.
    static var declaredName: String {
        let holding = Self.self as? any HoldingRemoteValue.Type
        return holding.map { "\($0.heldType)" } ?? String(describing: Self.self)
    }
}

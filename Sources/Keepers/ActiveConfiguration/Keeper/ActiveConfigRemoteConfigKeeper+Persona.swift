import ExperimentsCore

extension ActiveConfigRemoteConfigKeeper: PersonaKeeper {
    /// The name of the only field that a persona has here: the user's ID.
    public static let userField = "user"

    /// The current user; without a field where there is no user in particular.
    public var persona: SourcePersona {
        SourcePersona(fields: currentUserID.map { [Self.userField: .string($0)] } ?? [:])
    }

    /// `user`.
    public var personaFieldNames: [String] { [Self.userField] }

    /// Switches to the user whom the field `user` names: by a text, or anything else as it is written in JSON. Without
    /// that field, or where it is null, to no user in particular; what else the persona says, no backend is asked.
    ///
    /// What is known for that user is in force when this returns. Then a change is announced, so that their
    /// configuration is downloaded.
    public func setPersona(_ persona: SourcePersona) {
        let userID = persona.fields[Self.userField]?.valueText
        guard userID != currentUserID else { return }
        currentUserID = userID
        announceChange()
    }
}

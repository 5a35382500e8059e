/// What a service knows of the users that its values were resolved for.
struct UserSwitch {
    /// The number of the last switch.
    var number = 0
    /// The values until the source has answered for the user; nil if those of the keeper are the user's.
    var held: Snapshot?
    /// The number of the first fetch that began after the switch.
    var firstFetch = 0
    /// Whether keepers are being asked to switch. Their notices then need no fetch of their own.
    var isAsking = false
    /// The users as the keepers were created.
    var bases: [ObjectIdentifier: SourcePersona] = [:]
    /// The last answers of servers for users.
    var answers = UserAnswers()
}

/// The last answers of servers for the most recent users.
struct UserAnswers {
    private struct Question: Hashable {
        let keeper: ObjectIdentifier
        /// The user is personal data, so only the digest is stored.
        let user: String
    }

    /// The maximum number of stored answers.
    static let limit = 20
    private var snapshots: [Question: Snapshot] = [:]
    private var order: [Question] = []

    subscript(keeper: any PersonaKeeper, user: SourcePersona) -> Snapshot? {
        get { snapshots[Question(keeper: ObjectIdentifier(keeper), user: user.digest)] }
        set {
            let question = Question(keeper: ObjectIdentifier(keeper), user: user.digest)
            order.removeAll { $0 == question }
            order.append(question)
            snapshots[question] = newValue
            if order.count > Self.limit { snapshots[order.removeFirst()] = nil }
        }
    }
}

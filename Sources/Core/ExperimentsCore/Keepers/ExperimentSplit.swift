/// A keeper whose source says how it divides users, so that a project need not say it again.
package protocol SplitKeeper: RemoteConfigKeeper {
    /// How users are divided, as far as that is known, by what the keeper holds now. Does no input or output, and may take
    /// milliseconds for each.
    ///
    /// - Parameters:
    ///   - subjects: the experiments and keys that are asked about, by what the source calls them.
    ///   - users: how many users are simulated.
    func splits(of subjects: Set<String>, users: Int) -> [ExperimentSplit]
}

/// How a source divides users among the arms of an experiment or a roll-out.
///
/// Told are those whom its conditions let in. What else they ask of a user is no part of it.
package struct ExperimentSplit: Sendable, Hashable {
    /// What some of the users get.
    package struct Arm: Sendable, Hashable {
        /// What the source calls it; nil for what is left where nothing decides.
        package var name: String?
        /// The text of the value; nil for the app's own default.
        package var value: String?
        /// The share of users that is meant for it, from 0 to 1; nil where the source does not say.
        package var intended: Double?
        /// The share of simulated users who got it, from 0 to 1; nil where none were simulated.
        package var simulated: Double?

        /// An arm.
        package init(name: String?, value: String?, intended: Double? = nil, simulated: Double? = nil) {
            (self.name, self.value, self.intended, self.simulated) = (name, value, intended, simulated)
        }
    }

    /// What the source calls the experiment: the flag's name for a roll-out.
    package var experiment: String
    /// The key whose value it decides.
    package var key: String
    /// The arms, control first where the source has one.
    package var arms: [Arm]

    /// A split.
    package init(experiment: String, key: String, arms: [Arm]) {
        (self.experiment, self.key, self.arms) = (experiment, key, arms)
    }
}

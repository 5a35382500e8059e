/// An argument that may follow a command's name in the palette, as in `theme nord` or `filter status:missing`.
struct CommandArgument: Sendable {
    /// The label before it in a list: `Theme`.
    let label: String
    /// Returns the possible values, as far as they are known.
    let choices: @Sendable (DashboardState) -> [String]
    /// Whether it can be any text; else only one of the choices.
    let isFree: Bool
    /// Why a text cannot be taken, in words; nil if it can.
    let problem: @Sendable (String, DashboardState) -> String?
    /// Does the command with it.
    let run: @Sendable (String, inout DashboardState) -> [Effect]

    /// An argument that is one of a few names.
    static func oneOf(
        _ label: String, _ choices: @escaping @Sendable (DashboardState) -> [String],
        run: @escaping @Sendable (String, inout DashboardState) -> [Effect]
    ) -> CommandArgument {
        CommandArgument(label: label, choices: choices, isFree: false, problem: { _, _ in nil }, run: run)
    }

    /// An argument that is a text.
    ///
    /// - Parameter suggestions: texts to offer.
    static func text(
        _ label: String, suggestions: @escaping @Sendable (DashboardState) -> [String] = { _ in [] },
        problem: @escaping @Sendable (String, DashboardState) -> String? = { _, _ in nil },
        run: @escaping @Sendable (String, inout DashboardState) -> [Effect]
    ) -> CommandArgument {
        CommandArgument(label: label, choices: suggestions, isFree: true, problem: problem, run: run)
    }

    /// Returns the values that match a typed text: first those that begin with it, then those that contain it,
    /// regardless of case.
    func completions(of typed: String, _ state: DashboardState) -> [String] {
        let typed = typed.lowercased()
        let choices = choices(state).map { (text: $0, searched: $0.lowercased()) }
        let beginnings = choices.filter { $0.searched.hasPrefix(typed) }
        let others = choices.filter { !$0.searched.hasPrefix(typed) && $0.searched.contains(typed) }
        return (beginnings + others).map(\.text)
    }
}

/// A part of the dashboard that an operator would name: its commands, in the order in which the help lists them.
///
/// A feature is a folder with its state, its update, its views and its commands, and one line in `all`.
struct Feature: Sendable {
    let commands: [Command]

    static let all: [Feature] = [
        moving, screens, details, finding, sorting, overriding, marking, profiles, undoing, declaring, fetching,
        sources, apps,
        home, matrix, differences, templates, values, timeTravel, keyTimeline, references, alerts, log, copying,
        listing, experiments,
        appearance, helping, program,
    ]
}

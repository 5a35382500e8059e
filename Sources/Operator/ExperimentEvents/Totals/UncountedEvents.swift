/// Why the metrics of an experiment count none of the events that came: the number of events for each reason.
package struct UncountedEvents: Sendable, Hashable {
    /// The names of the events that the metrics count, in the order of the alphabet.
    package var names: [String]
    /// Events of users who were not exposed to the experiment while it ran.
    package var ofOthers = 0
    /// Events of users who were seen in several groups.
    package var ofMixed = 0
    /// Events from before their user's first exposure.
    package var before = 0
    /// Events without a value, of which every metric needs the value.
    package var withoutValue = 0
    /// Events that came too soon or too late after the exposure.
    package var outsideWindow = 0

    package init(names: [String]) { self.names = names }

    /// The number of all events that are kept under these names.
    package var all: Int { ofOthers + ofMixed + before + withoutValue + outsideWindow }
}

import ExperimentsCore
import Foundation

/// When the value of each key last changed while the dashboard was open.
///
/// What the source changed lies apart from what overrides did: after a fetch the one table is replaced by another that
/// was made in the background, and the other, in which the loop itself notes things, is small.
package struct ChangeTimes: Sendable {
    /// When the source last changed each name.
    package var arrivals: [String: Date]
    /// When an override last changed each name.
    package private(set) var overrides: [String: Date] = [:]
    /// Counts what was noted, so that what was made of an earlier one is known.
    package private(set) var revision = 0

    package init(arrivals: [String: Date] = [:]) {
        self.arrivals = arrivals
    }

    /// When the value of a key last changed; nil if it has not.
    package subscript(name: String) -> Date? {
        guard let override = overrides[name] else { return arrivals[name] }
        return max(override, arrivals[name] ?? override)
    }

    /// Overrides changed these names.
    package mutating func note(overridesOf names: some Sequence<String>, at now: Date) {
        for name in names { overrides[name] = now }
        revision += 1
    }

    /// The source changed something: what it changed when is all in this table.
    ///
    /// - Returns: the table before, which is large.
    package mutating func replaceArrivals(_ new: [String: Date]) -> [String: Date] {
        let old = arrivals
        arrivals = new
        revision += 1
        return old
    }

    package var isEmpty: Bool { arrivals.isEmpty && overrides.isEmpty }

    /// The names that changed after a moment: how many, and the first in alphabetical order.
    package func names(changedAfter moment: Date) -> (count: Int, first: String)? {
        var first: String?
        var count = 0
        func take(_ name: String) {
            count += 1
            if first.map({ name < $0 }) ?? true { first = name }
        }
        for (name, date) in arrivals where date > moment { take(name) }
        for (name, date) in overrides where date > moment && !(arrivals[name].map { $0 > moment } ?? false) {
            take(name)
        }
        return first.map { (count, $0) }
    }
}

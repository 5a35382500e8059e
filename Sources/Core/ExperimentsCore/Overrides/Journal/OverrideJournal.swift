import Foundation

/// The last changes to overrides, by any program. Undo and redo use it, and `experiments override log` prints it.
///
/// Steps are only ever added: undoing a step is a step, too. Steps beyond `stepLimit` and `byteLimit` are removed.
public struct OverrideJournal: Sendable, Hashable {
    /// The largest number of stored steps.
    package static let stepLimit = 200
    /// The maximum size of the steps as JSON, in bytes. The latest step is stored regardless of its size.
    package static let byteLimit = 256 << 10

    /// The steps, the oldest first.
    package private(set) var steps: [OverrideStep]
    /// Whether the last step was announced, but not yet confirmed as made.
    private(set) var isLastStepOpen: Bool

    /// Creates a journal from steps, oldest first.
    package init(steps: [OverrideStep] = [], isLastStepOpen: Bool = false) {
        self.steps = steps
        self.isLastStepOpen = isLastStepOpen
    }

    /// The journal without steps.
    package static let empty = OverrideJournal()

    /// The overrides after the last step; nil if earlier steps were removed, so that not all are known.
    package var latestOverrides: OverrideSet? {
        guard steps.first?.number == 1 else { return nil }
        return steps.reduce(into: .empty) { overrides, step in
            for change in step.changes { overrides[change.address] = change.after }
        }
    }

    /// The steps that can be undone, the next one last.
    package var undoable: [OverrideStep] { stacks.undoable }

    /// The undone steps that can be redone, the next one last.
    package var redoable: [OverrideStep] { stacks.redoable }

    // If the edit of an `undo` is no longer stored, everything below it on the stack is older, and was removed as well.
    private var stacks: (undoable: [OverrideStep], redoable: [OverrideStep]) {
        var (undoable, redoable): ([OverrideStep], [OverrideStep]) = ([], [])
        for step in steps {
            switch step.kind {
            case .edit:
                undoable.append(step)
                redoable = []
            case .undo:
                _ = undoable.popLast()
                redoable.append(step)
            case .redo:
                _ = redoable.popLast()
                undoable.append(step)
            }
        }
        return (undoable, redoable)
    }

    /// Returns the step to undo or redo next.
    package func next(_ reversal: OverrideReversal) -> OverrideStep? {
        switch reversal {
        case .undo: undoable.last
        case .redo: redoable.last
        }
    }

    /// Adds a step whose change is about to be made. Old steps are removed only after the change has been made, because
    /// until then they may still be the next to undo.
    @discardableResult
    mutating func announce(
        _ kind: OverrideStep.Kind, _ title: String, by origin: OverrideOrigin, at now: Date,
        changes: [OverrideSetDifference.Change]
    ) -> OverrideStep {
        let step = OverrideStep(
            number: (steps.last?.number ?? 0) + 1, kind: kind, title: title, origin: origin, at: now,
            changes: changes)
        steps.append(step)
        isLastStepOpen = true
        return step
    }

    /// Decides whether an open step is kept or removed. It is removed if its change was not made.
    ///
    /// - Parameter overrides: the current overrides; nil if they cannot be read.
    mutating func settle(by overrides: OverrideSet?) {
        guard isLastStepOpen, let step = steps.last else { return }
        isLastStepOpen = false
        let changes = step.changes.filter { $0.before != $0.after }
        // If overrides for apps cannot be read, it is not known whether a step that changes them was made.
        let overrides = overrides.flatMap { overrides in
            changes.allSatisfy { (try? overrides.checkReadable($0.address.scope)) != nil } ? overrides : nil
        }
        // Keys that have neither the value before nor the value after were changed since by another program. If there
        // are only such keys, the step stays, and undoing it asks first.
        if let overrides, changes.contains(where: { overrides[$0.address] == $0.before }),
            !changes.contains(where: { overrides[$0.address] == $0.after })
        {
            steps.removeLast()
        }
        letGo()
    }

    /// Removes the steps that are too old.
    ///
    /// - Parameter sizeOnDisk: the size of the whole document in bytes, if it is known.
    mutating func letGo(sizeOnDisk: Int = .max) {
        steps.removeFirst(max(0, steps.count - Self.stepLimit))
        if sizeOnDisk > Self.byteLimit { _ = fit(into: Self.byteLimit) }
    }

    /// Removes the oldest steps until the others fit, and returns the others as JSON.
    mutating func fit(into limit: Int) -> [[UInt8]] {
        var lines: [[UInt8]] = []
        var size = 0
        for step in steps.reversed() {
            let line = JSONValue.object(step.document).densestBytes
            guard lines.isEmpty || size + line.count <= limit else { break }
            size += line.count
            lines.append(line)
        }
        steps.removeFirst(steps.count - lines.count)
        return lines.reversed()
    }

    /// Reverses the next step to undo or redo.
    ///
    /// - Parameters:
    ///   - overrides: the overrides as they are now, of all scopes.
    ///   - number: the number that the step must have; nil for any.
    ///   - force: whether to restore even keys that were changed since by something other than a step.
    /// - Returns: the step.
    /// - Throws: `OverrideJournalProblem` if there is no such step, or if keys were changed since;
    ///   `OverrideDocumentProblem` if it changed overrides for apps, and those cannot be read. The overrides are then
    ///   unchanged.
    package func reverse(
        _ reversal: OverrideReversal, of overrides: inout OverrideSet, expecting number: Int?, force: Bool
    ) throws -> OverrideStep {
        guard let step = next(reversal) else { throw OverrideJournalProblem.nothing(to: reversal) }
        if let number, number != step.number { throw OverrideJournalProblem.other(step, reversal) }
        for change in step.changes { try overrides.checkReadable(change.address.scope) }
        let changed = step.changes.filter { overrides[$0.address] != $0.after }.map(\.name)
        guard force || changed.isEmpty else { throw OverrideJournalProblem.changedSince(changed) }
        for change in step.changes { overrides[change.address] = change.before }
        return step
    }
}

/// The reason why a step cannot be undone or redone.
package struct OverrideJournalProblem: Error, Sendable, Hashable, CustomStringConvertible, OperatorError {
    /// The problem.
    package let message: String
    /// The keys that were changed since, in alphabetical order; empty if the reason is another one.
    package let keys: [String]

    /// The message.
    package var description: String { message }

    package static func nothing(to reversal: OverrideReversal) -> OverrideJournalProblem {
        OverrideJournalProblem(message: "nothing to \(reversal.rawValue)", keys: [])
    }

    static func other(_ step: OverrideStep, _ reversal: OverrideReversal) -> OverrideJournalProblem {
        OverrideJournalProblem(
            message: "the next change to \(reversal.rawValue) is now: \(step.title)", keys: [])
    }

    static func changedSince(_ names: [String]) -> OverrideJournalProblem {
        let shown =
            names.prefix(5).joined(separator: ", ") + (names.count > 5 ? " and \(names.count - 5) more" : "")
        return OverrideJournalProblem(
            message: "changed afterwards by a program without a journal, such as an editor: \(shown)",
            keys: names)
    }
}

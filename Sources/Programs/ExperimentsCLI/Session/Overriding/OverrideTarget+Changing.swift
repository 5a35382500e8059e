import ExperimentsCore
import ExperimentsOperator
import ExperimentsTeam
import Foundation

// Every change by a command is a step that can be undone.
extension OverrideTarget {
    /// Makes the edit that a verb returns, and records it as a step.
    ///
    /// - Parameters:
    ///   - title: a description of the change.
    ///   - command: the command that makes it, for example `override set`.
    ///   - snapshot: the values of the source, if the end of an override depends on them.
    func change(
        _ title: String, by command: String, at now: Date = Date(), given snapshot: Snapshot = .empty,
        _ verb: @escaping @Sendable (OverrideVerbs) throws -> OverrideEdit
    ) throws {
        do {
            guard let team = teamLedger(of: command) else {
                return tell(try ledger(of: command).change(title, at: now, in: scope, given: snapshot, verb))
            }
            try changeTeam { [scope] in
                try await team.change(title, at: now, in: scope, given: snapshot, verb)
            }
        } catch let refusal as OverrideRefusal {
            throw CommandProblem(refusal, among: try own(), for: scope)
        } catch let problem as OverrideDocumentProblem {
            throw FileProblem(path, problem)
        }
    }

    /// Removes overrides as one step.
    ///
    /// - Parameter addresses: the only ones to remove; nil for all of the scope. "Everyone" includes apps and
    ///   installations.
    func clear(_ addresses: [OverrideAddress]?) throws {
        let title = OverrideTitle.removeAll + scope.titleEnding
        let remove: @Sendable (inout OverrideSet) throws -> Void = { [scope] overrides in
            let scopes = scope == .everyone ? overrides.scopes : [scope]
            let all = scopes.flatMap { scope in overrides[scope].names.map { OverrideAddress($0, scope) } }
            for address in addresses ?? all { overrides[address] = nil }
        }
        if let team = teamLedger(of: "override clear") {
            try changeTeam { try await team.change(title, at: Date(), remove) }
        } else {
            tell(try ledger(of: "override clear").change(title, at: Date(), remove))
        }
    }

    /// Removes the overrides of the keys called `names`, all of them or none.
    ///
    /// - Throws: `CommandProblem` if one has no override, or only one in a lower layer.
    func remove(_ names: [String]) throws {
        try change(OverrideTitle.remove(names), by: "override unset") { verbs in
            let edit = try verbs.remove(names)
            Self.announce("removing the overrides of", names)
            return edit
        }
    }

    /// Switches the overrides of the keys called `names` on or off, all of them or none.
    ///
    /// - Throws: `CommandProblem` if one has no override.
    func turn(_ names: [String], on isOn: Bool) throws {
        let command = isOn ? "override enable" : "override disable"
        try change(OverrideTitle.turn(names, on: isOn), by: command) { verbs in
            let edit = try verbs.turn(names, on: isOn)
            Self.announce("turning \(isOn ? "on" : "off") the overrides of", names)
            return edit
        }
    }

    /// Changes the notes and ends of the overrides of the keys called `names`, all of them or none.
    ///
    /// - Throws: `CommandProblem` if one has no override.
    func amend(
        _ names: [String], note: String?, end: OverrideExpiry?, at now: Date, given snapshot: Snapshot
    ) throws {
        try change(OverrideTitle.amend(names), by: "override edit", at: now, given: snapshot) { verbs in
            let edit = try verbs.amend(names, note: note, end: end)
            Self.announce("changing the overrides of", names)
            return edit
        }
    }

    /// Undoes the last step, or redoes the last undone step.
    ///
    /// - Returns: the new step.
    /// - Throws: `CommandProblem` if there is no such step, or its keys have changed since.
    func reverse(_ reversal: OverrideReversal, force: Bool) throws -> OverrideStep? {
        if let journal = try? journal(), let next = journal.next(reversal) {
            Self.announce(reversal.verb, next.names)
        }
        do {
            if let team = teamLedger(of: "override \(reversal.rawValue)") {
                return try changeTeam { try await team.reverse(reversal, at: Date(), force: force) }.step
            }
            let done = try ledger(of: "override \(reversal.rawValue)").reverse(
                reversal, at: Date(), force: force)
            tell(done)
            return done.step
        } catch let problem as OverrideJournalProblem {
            throw CommandProblem(problem, reversal, of: self)
        }
    }

    /// Returns the recorded changes.
    ///
    /// - Throws: `FileProblem` if they cannot be read.
    func journal() throws -> OverrideJournal { try team?.view.journal ?? files.journal.read() }

    /// Changes a team's overrides, and reads the result.
    @discardableResult
    func changeTeam(
        _ change: @escaping @Sendable () async throws -> JournaledUpdate
    ) throws -> JournaledUpdate {
        let done = try Progress.wait(
            "Changing the team's overrides", within: waits.ofStoreChanges(), changing: "override log --team",
            for: change)
        StandardOutput.noteChange()
        try team?.readOnce(within: waits)
        return done
    }

    /// Returns the possible changes of the current overrides.
    ///
    /// - Throws: `FileProblem` if they cannot be read.
    func verbs(at now: Date) throws -> OverrideVerbs {
        let all = try overrides()
        return OverrideVerbs(
            own: store.layers.last?.overrides ?? all, layers: store.layers,
            in: OverrideCircumstances(now: now, snapshot: .empty, fetchedAt: nil), author: Environment.author)
    }

    /// Returns the ledger of the file's overrides.
    func ledger(of command: String) -> OverrideLedger {
        OverrideLedger(store: files.store, journal: files.journal, origin: Self.origin(command))
    }

    /// Returns the ledger of the team's overrides; nil if the target is the user's own file.
    func teamLedger(of command: String) -> TeamLedger? {
        team.map { TeamLedger(store: $0, origin: Self.origin(command)) }
    }

    private static func origin(_ command: String) -> OverrideOrigin {
        let assistant = Environment.assistant.map { " for \($0)" } ?? ""
        return OverrideOrigin(author: Environment.author, program: "experiments \(command)\(assistant)")
    }

    /// Reports a problem with the journal. The overrides were changed anyway.
    private func tell(_ done: JournaledUpdate) {
        StandardOutput.noteChange()
        if let problem = done.problem { StandardError.line("note: \(problem)") }
    }
}

// A change of several overrides is announced before it is made, with or without a question.
extension OverrideTarget {
    /// Prints to standard error what is about to be done to how many keys. Prints nothing for a single key, because the
    /// command names it.
    ///
    /// - Parameter action: the action, for example `overriding`.
    static func announce(_ action: String, _ names: [String]) {
        guard names.count > 1 else { return }
        StandardError.line("\(action) \(counted(names))")
    }

    /// Returns the number of keys, and the names of the first ones: `7 keys: a, b, c, d, e and 2 more`. For a single
    /// key, returns its name.
    static func counted(_ names: [String]) -> String {
        guard names.count > 1 else { return names.first ?? "no keys" }
        let first =
            names.prefix(5).joined(separator: ", ") + (names.count > 5 ? " and \(names.count - 5) more" : "")
        return "\(names.count) keys: \(first)"
    }
}

extension CommandProblem {
    /// Creates the error for an override that cannot be changed.
    fileprivate init(_ refusal: OverrideRefusal, among overrides: OverrideSet, for scope: OverrideScope) {
        guard refusal.layer == nil else {
            if scope != .everyone {
                self.init(
                    "\(refusal.reason); nothing was changed",
                    advice:
                        "Use `experiments override disable` with the same options to turn it off for \(scope.words) only."
                )
                return
            }
            self.init(
                "\(refusal.reason), which is read-only here; nothing was changed",
                advice: "Use `experiments override disable \(refusal.name)` to turn it off for you.")
            return
        }
        let near = SpellingSuggestion.nearest(to: refusal.name, in: overrides.names).map {
            "Did you mean \($0)?"
        }
        self.init("\(refusal.reason); nothing was changed", advice: near)
    }

    /// Creates the error for a step that cannot be reversed.
    fileprivate init(
        _ problem: OverrideJournalProblem, _ reversal: OverrideReversal, of target: OverrideTarget
    ) {
        let option = target.team == nil ? "" : " --team"
        guard problem.keys.isEmpty else {
            self.init(
                problem.message,
                advice: """
                    Nothing was changed. Use `experiments override \(reversal.rawValue)\(option) --force` to do it anyway.
                    """)
            return
        }
        let nothing =
            switch reversal {
            case .undo: "no change to \(target.path) is recorded"
            case .redo: "no change to \(target.path) was undone since the last change"
            }
        self.init(
            "\(problem.message): \(nothing)",
            advice: "Use `experiments override log\(option)` to list the changes.")
    }
}

import Dispatch
import ExperimentsCore
import ExperimentsOperator
import Foundation

/// Changes overrides over the API. Each change is a step of the journal.
package struct OverrideChanges: Sendable {
    /// Makes the edit that a verb returns, as a step with a title, and returns when the store reports it.
    package typealias Making =
        @Sendable (
            _ title: String, _ scope: OverrideScope, _ now: Date,
            _ verb: @escaping @Sendable (OverrideVerbs) throws -> OverrideEdit
        ) async throws -> Void

    /// The store that holds the overrides.
    let store: any OverrideStore
    private let keys: @Sendable () -> [CatalogKey]?
    private let make: Making

    /// - Parameters:
    ///   - ledger: makes the changes.
    ///   - keys: the keys that the project declares; nil if there is no project, so that nothing can be checked.
    package init(_ ledger: OverrideLedger, keys: @escaping @Sendable () -> [CatalogKey]?) {
        // Files are written on this queue, because a task must not wait for a disk.
        let queue = DispatchQueue(label: "experiments.link.overrides")
        self.init(ledger.store, keys: keys) { title, scope, now, verb in
            let done: Result<Void, any Error> = await withCheckedContinuation { continuation in
                queue.async {
                    continuation.resume(
                        returning: Result { _ = try ledger.change(title, at: now, in: scope, verb) })
                }
            }
            try done.get()
        }
    }

    /// - Parameters:
    ///   - store: the overrides.
    ///   - keys: the keys that the project declares; nil if there is no project, so that nothing can be checked.
    ///   - make: changes them.
    package init(
        _ store: any OverrideStore, keys: @escaping @Sendable () -> [CatalogKey]?,
        making make: @escaping Making
    ) {
        self.store = store
        self.keys = keys
        self.make = make
    }

    /// Sets the override of a key.
    ///
    /// - Parameters:
    ///   - isRaw: whether to accept any key and value.
    ///   - condition: called with the overrides of the scope while no one else can change them. If it throws, nothing
    ///     is changed.
    func set(
        _ override: Override, of key: String, in scope: OverrideScope, isRaw: Bool, at now: Date,
        if condition: @escaping @Sendable (OverrideSet) throws(ServerRefusal) -> Void
    ) async throws(ServerRefusal) {
        if !isRaw { try check(override.value, of: key) }
        try await change(OverrideTitle.set([key]), in: scope, at: now) { verbs in
            try condition(verbs.own)
            return OverrideEdit(title: OverrideTitle.set([key]), entries: [key: override])
        }
    }

    /// Removes the override of a key; otherwise like ``set(_:of:in:isRaw:at:if:)``.
    func remove(
        _ key: String, in scope: OverrideScope, at now: Date,
        if condition: @escaping @Sendable (OverrideSet) throws(ServerRefusal) -> Void
    ) async throws(ServerRefusal) {
        try await change(OverrideTitle.remove([key]), in: scope, at: now) { verbs in
            try condition(verbs.own)
            return try verbs.remove([key])
        }
    }

    private func check(_ value: String, of name: String) throws(ServerRefusal) {
        guard let keys = keys() else { return }
        guard let key = keys.first(where: { $0.name == name }) else {
            let near =
                SpellingSuggestion.nearest(to: name, in: keys.map(\.name)).map { " Did you mean \($0)?" }
                ?? ""
            throw ServerRefusal(
                status: 404,
                "No key \(Quotation.of(name, limit: 60)) is declared.\(near) ?raw=true sets any key and any value."
            )
        }
        do throws(IncorrectValue) {
            try key.check(value)
        } catch {
            throw ServerRefusal(status: 422, "The key does not accept the value: \(error.reason).")
        }
    }

    private func change(
        _ title: String, in scope: OverrideScope, at now: Date,
        _ verb: @escaping @Sendable (OverrideVerbs) throws -> OverrideEdit
    ) async throws(ServerRefusal) {
        do {
            try await make(title, scope, now, verb)
        } catch let refusal as ServerRefusal {
            throw refusal
        } catch let refusal as OverrideRefusal {
            throw ServerRefusal(status: 404, "\(refusal.reason.prefix(300)).")
        } catch let problem as any OperatorError {
            // Callers on other machines must not see the path of the file.
            throw ServerRefusal(status: 503, "The overrides cannot be changed: \(problem.message).")
        } catch {
            throw ServerRefusal(status: 503, "The overrides cannot be changed.")
        }
    }
}

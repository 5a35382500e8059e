import ExperimentsCore
import ExperimentsLinkProtocol
import ExperimentsLocks
import Foundation

extension LinkedOverrideStore {
    /// Uses the link that opened the app, if the URL is one, and stores it for later launches, replacing any other.
    ///
    /// - Returns: whether the URL is a link. If not, the app must handle it.
    /// - Throws: `LinkProblem` if it is a link that is not valid, or that is for another app.
    @discardableResult
    public func open(_ url: URL) throws(LinkProblem) -> Bool {
        guard LinkInvitation.isInvitation(url) else { return false }
        try link(to: LinkInvitation(url))
        return true
    }

    /// Uses a link, and stores it for the next launches in place of any other.
    ///
    /// - Throws: `LinkProblem` if it is for another app.
    public func link(to invitation: LinkInvitation) throws(LinkProblem) {
        if let other = invitation.app, other != app {
            throw LinkProblem(
                "the link is for \(other), and this app is \(app)",
                advice: "open the app with a link that was created for it")
        }
        guard invitation != self.invitation else { return lookAgain() }
        follow(invitation, isNew: true)
    }

    /// Searches for the server immediately, if the app is not connected, because it was opened with the current link
    /// again.
    private func lookAgain() {
        state.withLock { state in
            guard state.status != .linked else { return }
            state.mail?.yield(.happened(.networkChanged(isUsable: true)))
        }
    }

    /// Removes the link, also from disk, and removes the overrides that came with it.
    public func unlink() {
        state.withLock { state in
            state.invitation = nil
            state.keepingProblem = nil
            state.mail?.yield(.unlinked)
        }
        disk.forget()
    }

    /// - Parameter isNew: whether the app was just opened with it; if not, it was stored, perhaps with a state of the
    ///   overrides.
    func follow(_ invitation: LinkInvitation, isNew: Bool) {
        if isNew { disk.keep(invitation) { [weak self] in self?.adopt($0) } }
        let isEarly = !isNew && folder.isStateSmall
        let early = isEarly ? folder.state() : nil
        let isLate = !isNew && !isEarly
        let offer = LinkOffer(
            invitation: invitation, identity: makeIdentity,
            kept: { [folder] in isLate ? folder.state() : early })
        change { state in
            state.invitation = invitation
            // Active before the app reads its first value.
            if let early { state.current = OverrideStoreState(overrides: early.overrideSet) }
            // Before the link itself begins, which may find its server before this returns.
            set(.looking(problem: nil), in: &state)
            refreshProblem(in: &state)
            (state.mail ?? begin(&state)).yield(.linked(offer))
        }
        statusObservers.deliver()
    }

    /// Starts the parts that only a linked app needs.
    private func begin(_ state: inout State) -> AsyncStream<LinkMail>.Continuation {
        let (stream, mail) = AsyncStream<LinkMail>.makeStream()
        state.mail = mail
        state.network = surroundings.watchNetwork { mail.yield(.happened(.networkChanged(isUsable: $0))) }
        state.presence = surroundings.presence.observe { mail.yield(.happened(.appChanged($0))) }
        mail.yield(.happened(.appChanged(surroundings.presence.lifecycle)))
        if let keys = state.keys { mail.yield(.attached(keys)) }
        let worker = LinkWorker(
            surroundings, mail: mail, use: { [weak self] in self?.adopt($0, isKept: $1) },
            announce: { [weak self] in self?.adopt($0) })
        Task.detached(priority: .utility) {
            var worker = worker
            await worker.run(on: stream)
        }
        return mail
    }

    private func adopt(_ new: LinkedState?, isKept: Bool) {
        if !isKept { disk.keep(new) { [weak self] in self?.adopt($0) } }
        change {
            $0.current = OverrideStoreState(
                overrides: new?.overrideSet ?? .empty, problem: $0.current.problem)
        }
    }

    private func adopt(_ new: LinkStatus) {
        change { state in
            set(new, in: &state)
            refreshProblem(in: &state)
        }
        statusObservers.deliver()
    }

    private func adopt(_ problem: FileProblem?) {
        change { state in
            state.keepingProblem = problem
            refreshProblem(in: &state)
        }
    }

    private func set(_ new: LinkStatus, in state: inout State) {
        guard state.status != new else { return }
        state.status = new
        statusObservers.enqueue(new)
    }

    private func refreshProblem(in state: inout State) {
        var problem = state.keepingProblem
        if problem == nil, let reason = state.status.problem, !reason.isPassing {
            let server = state.invitation?.server.absoluteString ?? folder.path
            problem = FileProblem(path: server, message: reason.message, advice: reason.advice)
        }
        state.current = OverrideStoreState(
            overrides: state.current.overrides, problem: problem.map(OverrideStoreProblem.init))
    }

    private func change(_ change: (inout State) -> Void) {
        state.withLock { state in
            let old = state.current
            change(&state)
            if state.current != old { observers.enqueue(state.current) }
        }
        observers.deliver()
    }
}

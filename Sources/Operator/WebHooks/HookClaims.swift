import ExperimentsCore

/// Decides whether this program sends the events of its source to the web hooks, and what it says about that.
package struct HookClaims: Sendable {
    private let makeClaim: @Sendable (_ source: String?) -> HookClaim
    /// The claim to the source that was heard of last, and what came of it.
    private var current: (source: String?, claim: HookClaim, holder: HookClaim.Holder?)?

    /// - Parameters:
    ///   - folder: the folder for lock files.
    ///   - project: the path of the project file.
    ///   - hooks: the web hooks.
    package init(folder: String, project: String, hooks: [WebHook]) {
        makeClaim = { HookClaim(folder: folder, project: project, source: $0, hooks: hooks) }
    }

    /// Returns whether this program sends the events of a source. It checks each time, so it takes over from a program
    /// that has ended.
    ///
    /// - Parameter say: called when the sending program changes, but not if it is this one from the start.
    package mutating func isOurs(_ source: String?, saying say: (String) -> Void) -> Bool {
        var claim: HookClaim
        var before: HookClaim.Holder?
        if let current, current.source == source {
            (claim, before) = (current.claim, current.holder)
        } else {
            // What is no longer shown is for others to tell of.
            current?.claim.release()
            claim = makeClaim(source)
        }
        let holder = claim.holder()
        current = (source, claim, holder)
        switch (before, holder) {
        case (.elsewhere, .here): say("this program tells the web hooks from now on: the one that did has ended")
        case (nil, .elsewhere(let process)):
            let name = process.map { "another program (process \($0))" } ?? "another program"
            say("\(name) tells the web hooks; when it ends, this one does")
        default: break
        }
        return holder == .here
    }
}

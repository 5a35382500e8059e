import ExperimentsCore
import Foundation
import LinkProtocol

extension LinkRevision {
    /// The name of a state by what it holds: servers that tell the same call it the same, whatever they told before.
    ///
    /// An override that has ended is not told, so that it counts no more than one that is not there.
    init(of overrides: OverrideSet, at now: Date) {
        var text = ""
        for scope in overrides.scopes {
            let entries = overrides[scope].entries.filter { !$0.value.isExpired(at: now) }
            for (name, override) in entries.sorted(by: { $0.key < $1.key }) {
                text += OverrideAddress(name, scope).text + "\0" + JSONValue.object(override.entry).compactText + "\0"
            }
        }
        self = LinkRevision(contentOf: LinkDigest(of: text).hexadecimal)
    }
}

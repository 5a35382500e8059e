import ExperimentsCore
import ExperimentsSupport
import ExperimentsTransport
import Foundation

/// The name of an override in the journal, which contains the overrides of all scopes: the name of the key, and, unless
/// the override is for everyone, the app or installation: `paywall_type @shop`, `paywall_type @shop/4F2A`.
package struct OverrideAddress: Sendable, Hashable {
    /// The name of the key.
    package let name: String
    /// The scope of the override.
    package let scope: OverrideScope

    package init(_ name: String, _ scope: OverrideScope) {
        (self.name, self.scope) = (name, scope)
    }

    private static let mark = " @"

    /// The address that a text of the journal is. Every text is one.
    package init(text: String) {
        guard text.utf8.contains(UInt8(ascii: "@")), let mark = text.range(of: Self.mark, options: .backwards) else {
            self.init(text, .everyone)
            return
        }
        let parts = text[mark.upperBound...].split(scalar: "/", maxSplits: 1, omittingEmptySubsequences: false)
            .map { $0.percentDecoded ?? String($0) }
        let name = String(text[..<mark.lowerBound])
        switch (parts.first ?? "", parts.dropFirst().first) {
        case ("", _): self.init(name, .everyone)
        case (let app, nil): self.init(name, .app(app))
        case (let app, let id?): self.init(name, .installation(app: app, id: id))
        }
    }

    /// The text that stands for it. A key of everyone's is called by its name alone, but for one that looks like an
    /// address itself.
    package var text: String {
        switch scope {
        case .everyone: Self.looksLikeAddress(name) ? name + Self.mark : name
        case .app(let app): name + Self.mark + Self.encoded(app)
        case .installation(let app, let id): name + Self.mark + Self.encoded(app) + "/" + Self.encoded(id)
        }
    }

    static func looksLikeAddress(_ name: String) -> Bool {
        name.utf8.contains(UInt8(ascii: "@")) && name.contains(mark)
    }

    private static func encoded(_ name: String) -> String {
        name.percentEncoded { $0.isUnreserved || ":+".utf8.contains($0) }
    }
}

extension OverrideSet {
    /// The overrides of all scopes by their addresses: as the journal sees them.
    package var addressed: OverrideSet {
        guard hasScopes || entries.keys.contains(where: OverrideAddress.looksLikeAddress) else { return self }
        var addressed = self
        addressed.entries = [:]
        for (name, override) in entries { addressed[OverrideAddress(name, .everyone).text] = override }
        guard let scoped = try? ScopedOverrides(self) else { return addressed }
        for scope in scoped.scopes where scope != .everyone {
            for (name, override) in scoped[scope].entries { addressed[OverrideAddress(name, scope).text] = override }
        }
        return addressed
    }

    /// The overrides as they are kept, of ones by their addresses.
    ///
    /// - Throws: `ScopedOverridesProblem` where there are overrides for apps, and those that are kept cannot be read.
    package func unaddressed() throws(ScopedOverridesProblem) -> OverrideSet {
        guard hasScopes || entries.keys.contains(where: OverrideAddress.looksLikeAddress) else { return self }
        var sets: [OverrideScope: [String: Override]] = [:]
        for (text, override) in entries {
            let address = OverrideAddress(text: text)
            sets[address.scope, default: [:]][address.name] = override
        }
        var kept = self
        kept.entries = sets[.everyone] ?? [:]
        let scoped: ScopedOverrides
        do throws(ScopedOverridesProblem) {
            scoped = try ScopedOverrides(kept)
        } catch {
            guard sets.keys.allSatisfy({ $0 == .everyone }) else { throw error }
            return kept
        }
        var changed = scoped
        for scope in Set(scoped.scopes).union(sets.keys) where scope != .everyone {
            changed[scope].entries = sets[scope] ?? [:]
        }
        return changed == scoped ? kept : changed.set
    }

    private var hasScopes: Bool { unknownMembers["apps"] != nil }
}

import ExperimentsCore
import Foundation

/// Random overrides of a few keys in a few scopes, with names that are hard to write.
package enum RandomScopes {
    package static let names = ["a", "mail @home", "b @", "c/d", "é\u{1B}[31m"]
    package static let all: [OverrideScope] = [
        .everyone, .app("shop"), .app("a b/c@d%20"), .installation(app: "shop", id: "phone"),
        .installation(app: "shop", id: "@/ \u{202E}"), .installation(app: "a b/c@d%20", id: "x"),
    ]

    package static func override(using random: inout SeededGenerator) -> Override {
        let end: Date? = random.below(3) == 0 ? SampleShop.start + Double(random.below(5) - 2) * 60 : nil
        return Override(value: "v\(random.below(100))", isEnabled: random.below(4) > 0, expiresAt: end)
    }

    package static func overrides(using random: inout SeededGenerator) -> OverrideSet {
        var set = OverrideSet.empty
        for scope in all where random.below(3) > 0 {
            for name in names where random.below(2) > 0 { set[scope][name] = override(using: &random) }
        }
        return set
    }
}

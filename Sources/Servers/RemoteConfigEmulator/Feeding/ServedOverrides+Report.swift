import ExperimentsCore
import ExperimentsOperator
import Foundation

extension ServedOverrides {
    /// Creates the overrides to serve to an app that does not know overrides, from a report.
    ///
    /// An active override is served as it is, also for an undeclared name, because the app may read it nevertheless. If
    /// the key does not accept an override, the key is left out, because the app then uses its default, as the report
    /// says.
    ///
    /// - Parameters:
    ///   - report: the report for everyone.
    ///   - overrides: the overrides of all scopes, of which the narrower ones are used.
    ///   - now: the time, which ends some overrides.
    package init(_ report: Report, _ overrides: OverrideSet = .empty, at now: Date) {
        let circumstances = report.circumstances(at: now)
        let rows = Dictionary(report.rows.lazy.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
        var everyone: [String: String?] = [:]
        for name in report.overrides.names {
            guard let text = report.overrides.activeText(for: name, in: circumstances) else { continue }
            let isRefused = rows[name]?.incorrectSupplier == .override
            everyone.updateValue(isRefused ? nil : text, forKey: name)
        }
        self.init(everyone: everyone)
        for scope in overrides.scopes {
            guard let app = scope.app else { continue }
            var values: [String: ServedValue] = [:]
            for (name, override) in overrides[scope].entries where !override.isExpired(at: now) {
                let key = rows[name].flatMap { $0.isDeclared ? $0.key : nil }
                values[name] = Self.value(of: override, for: name, key, circumstances)
            }
            narrower[ServedScope(app: app, installation: scope.installation)] = values.isEmpty ? nil : values
        }
    }

    private static func value(
        of override: Override, for name: String, _ key: CatalogKey?, _ circumstances: OverrideCircumstances
    ) -> ServedValue {
        guard override.isActive(for: name, in: circumstances) else { return .template }
        do {
            try key?.check(override.value)
            return .text(override.value)
        } catch {
            return .leftOut
        }
    }
}

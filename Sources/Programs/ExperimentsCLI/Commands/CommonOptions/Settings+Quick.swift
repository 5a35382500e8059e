import ExperimentsProject
import NcursesTerminal

extension Settings {
    /// Reads the command line of the dashboard: global options and nothing else. Nil for any other, which is then for
    /// the argument parser.
    ///
    /// The parser builds the whole tree of subcommands by reflection before it looks at an argument. That takes longer
    /// than everything else that happens before the dashboard's first frame.
    init?(quick arguments: [String]) {
        self.init(vocabulary: { try .ofDashboard })
        var rest = arguments[...]
        while let option = rest.popFirst() {
            switch option {
            case "--ascii": ascii = true
            case "--no-mouse": noMouse = true
            case "--read-only": readOnly = true
            case "--no-state": noState = true
            case "--no-color": color = .never
            default:
                guard let field = Self.fields[option], let value = rest.popFirst(), !value.hasPrefix("-") else {
                    return nil
                }
                self[keyPath: field] = value
            }
        }
    }

    private static var fields: [String: WritableKeyPath<Settings, String?>] {
        ["--config": \.config, "--overrides": \.overrides, "--source": \.source, "--theme": \.theme]
    }
}

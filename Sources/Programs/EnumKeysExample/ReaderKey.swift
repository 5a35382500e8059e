import Experiments
import ExperimentsMacros

/// The keys of a reading app as the cases of an enum, each with the type of its values.
enum ReaderKey: String, CaseIterable, RemoteKey {
    case greeting
    case columns
    case nightMode = "night_mode"

    var valueType: any RemoteValue.Type {
        switch self {
        case .greeting: Greeting.self
        case .columns: Columns.self
        case .nightMode: NightMode.self
        }
    }
}

@StringRemoteValue
enum Greeting: String {
    case plain, warm
}

@IntRemoteValue(default: 3, in: 1...6)
struct Columns {}

@BoolRemoteValue
enum NightMode {}

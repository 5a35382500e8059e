/// The fields that a key of a catalogue can have.
enum KeyField: Int, CaseIterable {
    case name, title, type, cases, `default`, baseline, group, description, range

    static let names = allCases.map { String(describing: $0) }

    /// The field of that name. Looked up for every field of every key, so by length first.
    init?(named name: String) {
        switch name.utf8.count {
        case 4 where name == "name": self = .name
        case 4 where name == "type": self = .type
        case 5 where name == "title": self = .title
        case 5 where name == "group": self = .group
        case 5 where name == "cases": self = .cases
        case 5 where name == "range": self = .range
        case 7 where name == "default": self = .default
        case 8 where name == "baseline": self = .baseline
        case 11 where name == "description": self = .description
        default: return nil
        }
    }
}

/// Where a field is in a project file: `keys[2].range.min`. Nothing is put together before there is something to say.
struct FieldPath: CustomStringConvertible {
    /// The part that is passed around for every record, and so must cost nothing.
    private enum Start {
        case top
        case field(String)
        case item(of: String, Int)
    }

    private let start: Start
    private var rest = ""

    private init(_ start: Start) {
        self.start = start
    }

    static let root = FieldPath(.top)

    static func field(_ name: String) -> FieldPath {
        FieldPath(.field(name))
    }

    static func item(_ index: Int, of name: String) -> FieldPath {
        FieldPath(.item(of: name, index))
    }

    func appending(_ field: String) -> FieldPath {
        if case .top = start { return .field(field) }
        var path = self
        path.rest += "." + field
        return path
    }

    func appending(_ index: Int) -> FieldPath {
        var path = self
        path.rest += "[\(index)]"
        return path
    }

    var description: String {
        switch start {
        case .top: rest
        case .field(let name): name + rest
        case .item(let name, let index): "\(name)[\(index)]" + rest
        }
    }
}

import ExperimentsCore
import Foundation

/// The keys of a property list, with the types of its values: `<real>3</real>` is a decimal number, and a date a date.
enum PropertyListKeys {
    static func keys(_ bytes: [UInt8], path: String) throws(FileProblem) -> [CatalogKey] {
        guard
            let list = try? PropertyListDecoder().decode([String: PropertyListValue].self, from: Data(bytes))
        else {
            throw FileProblem(
                path: path, message: "is not a property list of keys and values",
                advice:
                    "check it with `plutil -lint`, and that each value is text, a number, a date, a list or an object"
            )
        }
        let values = list.mapValues(\.json)
        guard values["GOOGLE_APP_ID"] == nil else {
            throw FileProblem(
                path: path,
                message: "contains the settings of a Firebase project, not the defaults of an app",
                advice: "use the property list that the app passes to `setDefaults(fromPlist:)`")
        }
        let untyped = try? PropertyListSerialization.propertyList(from: Data(bytes), options: [], format: nil)
        let typed = untyped as? [String: Any] ?? [:]
        return values.sorted { $0.key < $1.key }.map { name, json in
            if let date = typed[name] as? Date {
                let schema = ValueSchema(kind: .date, defaultText: RFC3339.shortestText(of: date))
                return CatalogKey(name: name, schema: schema)
            }
            return CatalogKey(name: name, schema: ValueSchema(of: withTypes(json, as: typed[name])))
        }
    }

    /// Returns a value with a point in each decimal number, and with dates in UTC.
    private static func withTypes(_ json: JSONValue, as value: Any?) -> JSONValue {
        switch (json, value) {
        case (.number(let text), let number as NSNumber) where isDecimal(number) && NumberText.isWhole(text):
            return .number(text + ".0")
        case (.string, let date as Date): return .string(RFC3339.shortestText(of: date))
        case (.array(let elements), let values as [Any]) where elements.count == values.count:
            return .array(zip(elements, values).map { withTypes($0, as: $1) })
        case (.object(let object), let values as [String: Any]):
            return .object(
                JSONObject(
                    distinct: object.members.map { member in
                        .init(name: member.name, value: withTypes(member.value, as: values[member.name]))
                    }))
        default: return json
        }
    }

    private static func isDecimal(_ number: NSNumber) -> Bool {
        ["d", "f"].contains(String(cString: number.objCType))
    }
}

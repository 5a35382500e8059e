/// What an app of the sample tells of its thousand keys, in the order in which a link tells them.
struct SampleReport {
    let installation: Int
    /// Values are other ones in each run.
    let run: Int
    let sequence: Int
    /// Whether the values are those of no other app.
    let isOwn: Bool
    /// Whether all keys are told; else ten of them, with values that they did not have.
    let isWhole: Bool

    private static let names = (0..<ServeProcess.keys).map { "key_\($0)" }.sorted()

    var body: String {
        let names = isWhole ? Self.names : Array(Self.names.prefix(10))
        let owner = isOwn ? " of \(installation)" : isWhole ? "" : " since"
        let keys = names.enumerated().map { number, name in
            #"{"key":"\#(name)","status":"ok","value":"value \#(number + run)\#(owner)","supplier":"source"}"#
        }
        return """
            {"version":1,"identity":{"app":"shop","version":"4.2.0","device":"iPhone16,2",\
            "installation":"phone-\(installation)"},"run":"r\(run)","sequence":\(sequence),\
            "sentAt":"2026-03-01T09:30:00Z","whole":\(isWhole),"keys":[\(keys.joined(separator: ","))]}
            """
    }
}

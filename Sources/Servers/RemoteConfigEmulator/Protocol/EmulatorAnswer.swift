/// A response, and what the log says about it.
struct EmulatorAnswer {
    let response: EmulatorResponse
    let note: String

    init(_ response: EmulatorResponse, note: String) {
        self.response = response
        self.note = note
    }
}

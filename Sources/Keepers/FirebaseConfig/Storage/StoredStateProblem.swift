/// Why a stored state cannot be used.
struct StoredStateProblem: Error {
    let message: String
}

#if canImport(FoundationNetworking)
/// Where the answer of an exchange goes while it arrives. All but `end` are called on the exchange's own thread, which
/// may be kept waiting.
protocol CurlSink: Sendable {
    /// The head is complete. False where the rest is not wanted.
    func begin(_ status: Int, _ headers: HeaderFields) -> Bool
    /// A piece of the body, decompressed. False where no more is wanted.
    func take(_ piece: UnsafeRawBufferPointer) -> Bool
    /// The exchange is over; called once. Without an error the answer is complete.
    func end(_ error: (any Error)?)
}
#endif

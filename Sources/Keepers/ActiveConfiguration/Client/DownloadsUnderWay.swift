import ExperimentsTransport

/// The downloads that callers wait for: at most one for each user, removed when its last caller has left.
struct DownloadsUnderWay: Sendable {
    typealias Flight = SingleFlight<ActiveConfigDownloadReport>

    private var flights: [String?: (flight: Flight, callers: Int)] = [:]

    var isEmpty: Bool { flights.isEmpty }

    /// Returns the download that all callers for a user share. Each call must be followed by one of `leave(_:)`.
    mutating func join(_ userID: String?) -> Flight {
        let (flight, callers) = flights[userID] ?? (Flight(), 0)
        flights[userID] = (flight, callers + 1)
        return flight
    }

    mutating func leave(_ userID: String?) {
        guard let (flight, callers) = flights[userID] else { return }
        flights[userID] = callers > 1 ? (flight, callers - 1) : nil
    }
}

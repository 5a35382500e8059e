import Experiments

extension Keys {
    @RemoteKeys(group: "Library")
    enum Library {
        /// Loans
        @KeyDetails(in: 1...50)
        static let loanLimit = 10
        static let remindsByPost = false
    }
}

@StringRemoteValue
enum Greeting: String {
    case hello, welcome
}

@BoolRemoteValue(enabledByDefault: true)
enum NewCheckout {}

func lend(_ service: RemoteConfigService) -> Bool {
    service.getValues(for: Keys.Library.allKeys)
    return service[.loanLimit] > 0 && !service[.remindsByPost]
}

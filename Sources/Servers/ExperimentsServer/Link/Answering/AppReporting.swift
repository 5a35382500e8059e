import ExperimentsOperator
import Foundation
import LinkProtocol

/// Is told what linked apps say and do. Everything in it was said by an app: any text, any number.
///
/// Called from several tasks at once; it must return soon. All times are the server's.
package protocol AppReporting: Sendable {
    /// An installation opened a stream: it follows the overrides from now on.
    func appConnected(_ app: String, installation: String, at now: Date)

    /// A stream of an installation ended. It may have others.
    func appDisconnected(_ app: String, installation: String, at now: Date)

    /// An app said what it runs.
    ///
    /// - Returns: what to tell it.
    func appReported(_ report: AppReport, at now: Date) -> ReportReceipt
}

// What a server learns of apps is left at the operator's recorder. The recorder has a clock of its own.
extension AppRecorder: AppReporting {
    package func appConnected(_ app: String, installation: String, at now: Date) {
        connect(AppID(app: app, installation: installation))
    }

    package func appDisconnected(_ app: String, installation: String, at now: Date) {
        disconnect(AppID(app: app, installation: installation))
    }

    package func appReported(_ report: AppReport, at now: Date) -> ReportReceipt { take(report) }
}

import ExperimentsOperator
import Foundation
import LinkProtocol

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

// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

public import Foundation
internal import ServiceClient
internal import ServiceInterface

extension BGTaskScheduler {
    /// The domain of the errors of this module.
    public class var errorDomain: String { "BGTaskSchedulerErrorDomain" }

    /// Why a request was not taken. What is missing is in its `localizedDescription`.
    public struct Error: _BridgedStoredNSError {
        public let _nsError: NSError

        public init(_nsError: NSError) { self._nsError = _nsError }

        public static var _nsErrorDomain: String { BGTaskScheduler.errorDomain }
        public static var errorDomain: String { BGTaskScheduler.errorDomain }

        public enum Code: Int, _ErrorCodeProtocol, Sendable {
            public typealias _ErrorType = BGTaskScheduler.Error

            /// Background refresh is off, or the process may not ask for background tasks.
            case unavailable = 1
            /// One refresh, or ten for processing, are pending already.
            case tooManyPendingTaskRequests = 2
            /// `UIBackgroundModes` or `BGTaskSchedulerPermittedIdentifiers` in the Info.plist does not allow it.
            case notPermitted = 3
            /// A continued task that does not want to wait would have to.
            case immediateRunIneligible = 4
        }

        public static var unavailable: Code { .unavailable }
        public static var tooManyPendingTaskRequests: Code { .tooManyPendingTaskRequests }
        public static var notPermitted: Code { .notPermitted }
        public static var immediateRunIneligible: Code { .immediateRunIneligible }

        init(_ code: Code, _ message: String) {
            self.init(
                _nsError: NSError(
                    domain: Self.errorDomain, code: code.rawValue, userInfo: [NSLocalizedDescriptionKey: message]))
        }

        /// What the service has said, or why it cannot be asked.
        init(_ error: ServiceClientError) {
            guard let service = error.serviceError else {
                self.init(.unavailable, "the Background Assets service cannot be asked: \(error.description)")
                return
            }
            let code: Code =
                switch service.code {
                case .tooManyPendingTasks: .tooManyPendingTaskRequests
                case .taskNotPermitted, .callFromInactiveProcessNotAllowed, .notAttributed: .notPermitted
                case .immediateRunIneligible: .immediateRunIneligible
                default: .unavailable
                }
            self.init(code, service.message)
        }
    }
}

extension BGTaskScheduler.Error: CustomStringConvertible {
    /// With what is missing, where Foundation prints `(null)` on Linux.
    public var description: String {
        "Error Domain=\(Self.errorDomain) Code=\(_nsError.code) \"\(_nsError.localizedDescription)\""
    }
}

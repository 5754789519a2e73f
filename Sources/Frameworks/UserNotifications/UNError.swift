// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

public import Foundation
internal import ServiceClient
internal import ServiceInterface

/// The domain of the errors of this module.
// swift-format-ignore: AlwaysUseLowerCamelCase
public let UNErrorDomain = "UNErrorDomain"

/// Why a notification was not taken. What is wrong is in its `localizedDescription`.
public struct UNError: _BridgedStoredNSError {
    public let _nsError: NSError

    public init(_nsError: NSError) { self._nsError = _nsError }

    public static var _nsErrorDomain: String { UNErrorDomain }
    public static var errorDomain: String { UNErrorDomain }

    public enum Code: Int, _ErrorCodeProtocol, Sendable {
        public typealias _ErrorType = UNError

        /// A person does not want to be told anything by the app.
        case notificationsNotAllowed = 1
        case attachmentInvalidURL = 100
        case attachmentUnrecognizedType = 101
        case attachmentInvalidFileSize = 102
        case attachmentNotInDataStore = 103
        case attachmentMoveIntoDataStoreFailed = 104
        case attachmentCorrupt = 105
        /// It has a trigger without a time.
        case notificationInvalidNoDate = 1400
        /// It has nothing that could be shown, or too much.
        case notificationInvalidNoContent = 1401
        case contentProvidingObjectNotAllowed = 1500
        case contentProvidingInvalid = 1501
        case badgeInputInvalid = 1600
    }

    public static var notificationsNotAllowed: Code { .notificationsNotAllowed }
    public static var attachmentInvalidURL: Code { .attachmentInvalidURL }
    public static var attachmentUnrecognizedType: Code { .attachmentUnrecognizedType }
    public static var attachmentInvalidFileSize: Code { .attachmentInvalidFileSize }
    public static var attachmentNotInDataStore: Code { .attachmentNotInDataStore }
    public static var attachmentMoveIntoDataStoreFailed: Code { .attachmentMoveIntoDataStoreFailed }
    public static var attachmentCorrupt: Code { .attachmentCorrupt }
    public static var notificationInvalidNoDate: Code { .notificationInvalidNoDate }
    public static var notificationInvalidNoContent: Code { .notificationInvalidNoContent }
    public static var contentProvidingObjectNotAllowed: Code { .contentProvidingObjectNotAllowed }
    public static var contentProvidingInvalid: Code { .contentProvidingInvalid }
    public static var badgeInputInvalid: Code { .badgeInputInvalid }

    init(_ code: Code, _ message: String) {
        self.init(
            _nsError: NSError(
                domain: Self.errorDomain, code: code.rawValue, userInfo: [NSLocalizedDescriptionKey: message]))
    }

    /// What the service has said, or why it cannot be asked: that is an error of Cocoa, as it is for a connection of XPC.
    static func error(_ error: ServiceClientError) -> any Error {
        let message = error.serviceError?.message ?? error.description
        switch error.serviceError?.code {
        case .notificationsNotAllowed: return UNError(.notificationsNotAllowed, message)
        case .notificationTimeInvalid: return UNError(.notificationInvalidNoDate, message)
        case .notificationInvalid: return UNError(.notificationInvalidNoContent, message)
        default:
            return CocoaError(
                .xpcConnectionInvalid,
                userInfo: [NSLocalizedDescriptionKey: "the Background Assets service cannot be asked: \(message)"])
        }
    }
}

extension UNError: CustomStringConvertible {
    /// With what is wrong, where Foundation prints `(null)` on Linux.
    public var description: String {
        "Error Domain=\(Self.errorDomain) Code=\(_nsError.code) \"\(_nsError.localizedDescription)\""
    }
}

// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

/// The domain of the errors that downloads end with; their codes are those of ``BAErrorCode``.
// swift-format-ignore: AlwaysUseLowerCamelCase
public let BAErrorDomain = "com.apple.backgroundassets.error"

/// Codes of errors in ``BAErrorDomain``.
public enum BAErrorCode: Int, Sendable {
    /// The download is not one that can be scheduled.
    case downloadInvalid = 0
    /// Extensions may not call this.
    case callFromExtensionNotAllowed = 50
    /// An app has to be in front to call this.
    case callFromInactiveProcessNotAllowed = 51
    /// The service did not accept the caller.
    case callerConnectionNotAccepted = 55
    /// The connection to the service is not of use.
    case callerConnectionInvalid = 56
    /// A download with this identifier is scheduled already.
    case downloadAlreadyScheduled = 100
    /// The download is not scheduled.
    case downloadNotScheduled = 101
    /// The download could not be begun.
    case downloadFailedToStart = 102
    /// The download has failed before.
    case downloadAlreadyFailed = 103
    /// Essential downloads may not be scheduled here.
    case downloadEssentialDownloadNotPermitted = 109
    /// Background activity is switched off.
    case downloadBackgroundActivityProhibited = 111
    /// The download would exceed what is allowed before the first launch.
    case downloadWouldExceedAllowance = 112
    /// There is no such download.
    case downloadDoesNotExist = 113
    /// The host is not in the list of allowed domains.
    case sessionDownloadDisallowedByDomain = 202
    /// Nothing is left of what is allowed before the first launch.
    case sessionDownloadDisallowedByAllowance = 203
    /// More arrived than is allowed before the first launch.
    case sessionDownloadAllowanceExceeded = 204
    /// The download may not be made before the first launch.
    case sessionDownloadNotPermittedBeforeAppLaunch = 206
}

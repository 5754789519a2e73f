// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import SystemPackage

/// What goes wrong with devices.
extension Errno {
    /// No such device or address (`ENXIO`).
    public static var noSuchAddressOrDevice: Errno { Errno(wrapped: .noSuchAddressOrDevice) }

    /// Block device required (`ENOTBLK`).
    public static var notBlockDevice: Errno { Errno(wrapped: .notBlockDevice) }

    /// No such device (`ENODEV`).
    public static var operationNotSupportedByDevice: Errno { Errno(wrapped: .operationNotSupportedByDevice) }

    /// Inappropriate ioctl for device (`ENOTTY`).
    public static var inappropriateIOCTLForDevice: Errno { Errno(wrapped: .inappropriateIOCTLForDevice) }
}

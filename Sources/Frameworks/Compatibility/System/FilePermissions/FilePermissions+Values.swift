// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import SystemPackage

/// What the owner may do.
extension FilePermissions {
    /// The owner may read.
    public static var ownerRead: FilePermissions { FilePermissions(wrapped: .ownerRead) }

    /// The owner may write.
    public static var ownerWrite: FilePermissions { FilePermissions(wrapped: .ownerWrite) }

    /// The owner may execute.
    public static var ownerExecute: FilePermissions { FilePermissions(wrapped: .ownerExecute) }

    /// The owner may read and write.
    public static var ownerReadWrite: FilePermissions { FilePermissions(wrapped: .ownerReadWrite) }

    /// The owner may read and execute.
    public static var ownerReadExecute: FilePermissions { FilePermissions(wrapped: .ownerReadExecute) }

    /// The owner may write and execute.
    public static var ownerWriteExecute: FilePermissions { FilePermissions(wrapped: .ownerWriteExecute) }

    /// The owner may read, write and execute.
    public static var ownerReadWriteExecute: FilePermissions { FilePermissions(wrapped: .ownerReadWriteExecute) }
}

/// What the group may do.
extension FilePermissions {
    /// The group may read.
    public static var groupRead: FilePermissions { FilePermissions(wrapped: .groupRead) }

    /// The group may write.
    public static var groupWrite: FilePermissions { FilePermissions(wrapped: .groupWrite) }

    /// The group may execute.
    public static var groupExecute: FilePermissions { FilePermissions(wrapped: .groupExecute) }

    /// The group may read and write.
    public static var groupReadWrite: FilePermissions { FilePermissions(wrapped: .groupReadWrite) }

    /// The group may read and execute.
    public static var groupReadExecute: FilePermissions { FilePermissions(wrapped: .groupReadExecute) }

    /// The group may write and execute.
    public static var groupWriteExecute: FilePermissions { FilePermissions(wrapped: .groupWriteExecute) }

    /// The group may read, write and execute.
    public static var groupReadWriteExecute: FilePermissions { FilePermissions(wrapped: .groupReadWriteExecute) }
}

/// What everybody else may do.
extension FilePermissions {
    /// Everybody else may read.
    public static var otherRead: FilePermissions { FilePermissions(wrapped: .otherRead) }

    /// Everybody else may write.
    public static var otherWrite: FilePermissions { FilePermissions(wrapped: .otherWrite) }

    /// Everybody else may execute.
    public static var otherExecute: FilePermissions { FilePermissions(wrapped: .otherExecute) }

    /// Everybody else may read and write.
    public static var otherReadWrite: FilePermissions { FilePermissions(wrapped: .otherReadWrite) }

    /// Everybody else may read and execute.
    public static var otherReadExecute: FilePermissions { FilePermissions(wrapped: .otherReadExecute) }

    /// Everybody else may write and execute.
    public static var otherWriteExecute: FilePermissions { FilePermissions(wrapped: .otherWriteExecute) }

    /// Everybody else may read, write and execute.
    public static var otherReadWriteExecute: FilePermissions { FilePermissions(wrapped: .otherReadWriteExecute) }
}

/// What holds for the file as a whole.
extension FilePermissions {
    /// A program runs as the file's owner (`S_ISUID`).
    public static var setUserID: FilePermissions { FilePermissions(wrapped: .setUserID) }

    /// A program runs as the file's group (`S_ISGID`).
    public static var setGroupID: FilePermissions { FilePermissions(wrapped: .setGroupID) }

    /// The sticky bit (`S_ISVTX`): in a folder, only owners remove files.
    public static var saveText: FilePermissions { FilePermissions(wrapped: .saveText) }
}

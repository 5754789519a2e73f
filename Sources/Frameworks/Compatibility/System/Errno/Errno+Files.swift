// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import SystemPackage

/// What goes wrong with files, folders and the file systems that hold them.
extension Errno {
    /// No such file or directory (`ENOENT`).
    public static var noSuchFileOrDirectory: Errno { Errno(wrapped: .noSuchFileOrDirectory) }

    /// File exists (`EEXIST`).
    public static var fileExists: Errno { Errno(wrapped: .fileExists) }

    /// Not a directory (`ENOTDIR`).
    public static var notDirectory: Errno { Errno(wrapped: .notDirectory) }

    /// Is a directory (`EISDIR`).
    public static var isDirectory: Errno { Errno(wrapped: .isDirectory) }

    /// Directory not empty (`ENOTEMPTY`).
    public static var directoryNotEmpty: Errno { Errno(wrapped: .directoryNotEmpty) }

    /// File name too long (`ENAMETOOLONG`).
    public static var fileNameTooLong: Errno { Errno(wrapped: .fileNameTooLong) }

    /// Too many levels of symbolic links (`ELOOP`).
    public static var tooManySymbolicLinkLevels: Errno { Errno(wrapped: .tooManySymbolicLinkLevels) }

    /// Too many links (`EMLINK`).
    public static var tooManyLinks: Errno { Errno(wrapped: .tooManyLinks) }

    /// Invalid cross-device link (`EXDEV`).
    public static var improperLink: Errno { Errno(wrapped: .improperLink) }

    /// File too large (`EFBIG`).
    public static var fileTooLarge: Errno { Errno(wrapped: .fileTooLarge) }

    /// No space left on device (`ENOSPC`).
    public static var noSpace: Errno { Errno(wrapped: .noSpace) }

    /// Disk quota exceeded (`EDQUOT`).
    public static var diskQuotaExceeded: Errno { Errno(wrapped: .diskQuotaExceeded) }

    /// Read-only file system (`EROFS`).
    public static var readOnlyFileSystem: Errno { Errno(wrapped: .readOnlyFileSystem) }

    /// Text file busy (`ETXTBSY`).
    public static var textFileBusy: Errno { Errno(wrapped: .textFileBusy) }

    /// Illegal seek (`ESPIPE`).
    public static var illegalSeek: Errno { Errno(wrapped: .illegalSeek) }

    /// Too many open files in system (`ENFILE`).
    public static var tooManyOpenFilesInSystem: Errno { Errno(wrapped: .tooManyOpenFilesInSystem) }

    /// Too many open files (`EMFILE`).
    public static var tooManyOpenFiles: Errno { Errno(wrapped: .tooManyOpenFiles) }

    /// Bad file descriptor (`EBADF`).
    public static var badFileDescriptor: Errno { Errno(wrapped: .badFileDescriptor) }

    /// Input/output error (`EIO`).
    public static var ioError: Errno { Errno(wrapped: .ioError) }

    /// Stale file handle (`ESTALE`).
    public static var staleNFSFileHandle: Errno { Errno(wrapped: .staleNFSFileHandle) }

    /// Object is remote (`EREMOTE`).
    public static var tooManyRemoteLevels: Errno { Errno(wrapped: .tooManyRemoteLevels) }
}

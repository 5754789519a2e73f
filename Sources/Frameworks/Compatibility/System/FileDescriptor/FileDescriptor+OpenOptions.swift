// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import SystemPackage

extension FileDescriptor {
    /// How a file is opened.
    public struct OpenOptions: OptionSet, Hashable, Sendable, Codable {
        internal var wrapped: SystemPackage.FileDescriptor.OpenOptions

        internal init(wrapped: SystemPackage.FileDescriptor.OpenOptions) { self.wrapped = wrapped }

        /// The value with the given C constants.
        public init(rawValue: CInt) { wrapped = SystemPackage.FileDescriptor.OpenOptions(rawValue: rawValue) }

        /// The C constants.
        public var rawValue: CInt {
            get { wrapped.rawValue }
            set { wrapped.rawValue = newValue }
        }

        /// Neither opening nor later calls wait (`O_NONBLOCK`).
        public static var nonBlocking: OpenOptions { OpenOptions(wrapped: .nonBlocking) }

        /// Every write goes to the end of the file (`O_APPEND`).
        public static var append: OpenOptions { OpenOptions(wrapped: .append) }

        /// The file is made if it is not there (`O_CREAT`); permissions must be given.
        public static var create: OpenOptions { OpenOptions(wrapped: .create) }

        /// The file is emptied (`O_TRUNC`).
        public static var truncate: OpenOptions { OpenOptions(wrapped: .truncate) }

        /// With ``create``: a file or symbolic link that is there is an error (`O_EXCL`).
        public static var exclusiveCreate: OpenOptions { OpenOptions(wrapped: .exclusiveCreate) }

        /// A symbolic link as the last component is an error (`O_NOFOLLOW`).
        public static var noFollow: OpenOptions { OpenOptions(wrapped: .noFollow) }

        /// Anything but a folder is an error (`O_DIRECTORY`).
        public static var directory: OpenOptions { OpenOptions(wrapped: .directory) }

        /// The descriptor is closed when the process runs another program (`O_CLOEXEC`).
        public static var closeOnExec: OpenOptions { OpenOptions(wrapped: .closeOnExec) }
    }
}

extension FileDescriptor.OpenOptions: CustomStringConvertible, CustomDebugStringConvertible {
    /// The name of the value.
    public var description: String { wrapped.description }

    /// The name of the value.
    public var debugDescription: String { wrapped.debugDescription }
}

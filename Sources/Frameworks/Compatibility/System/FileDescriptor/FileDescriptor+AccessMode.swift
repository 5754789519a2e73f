// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import SystemPackage

extension FileDescriptor {
    /// Whether an open file is read, written or both.
    public struct AccessMode: RawRepresentable, Hashable, Sendable, Codable {
        internal var wrapped: SystemPackage.FileDescriptor.AccessMode

        internal init(wrapped: SystemPackage.FileDescriptor.AccessMode) { self.wrapped = wrapped }

        /// The value with the given C constants.
        public init(rawValue: CInt) { wrapped = SystemPackage.FileDescriptor.AccessMode(rawValue: rawValue) }

        /// The C constants.
        public var rawValue: CInt {
            get { wrapped.rawValue }
            set { wrapped.rawValue = newValue }
        }

        /// Reading (`O_RDONLY`).
        public static var readOnly: AccessMode { AccessMode(wrapped: .readOnly) }

        /// Writing (`O_WRONLY`).
        public static var writeOnly: AccessMode { AccessMode(wrapped: .writeOnly) }

        /// Reading and writing (`O_RDWR`).
        public static var readWrite: AccessMode { AccessMode(wrapped: .readWrite) }
    }
}

extension FileDescriptor.AccessMode: CustomStringConvertible, CustomDebugStringConvertible {
    /// The name of the value.
    public var description: String { wrapped.description }

    /// The name of the value.
    public var debugDescription: String { wrapped.debugDescription }
}

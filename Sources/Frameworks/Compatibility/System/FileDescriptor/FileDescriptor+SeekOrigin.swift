// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import SystemPackage

extension FileDescriptor {
    /// What an offset counts from.
    public struct SeekOrigin: RawRepresentable, Hashable, Sendable, Codable {
        internal var wrapped: SystemPackage.FileDescriptor.SeekOrigin

        internal init(wrapped: SystemPackage.FileDescriptor.SeekOrigin) { self.wrapped = wrapped }

        /// The value with the given C constants.
        public init(rawValue: CInt) { wrapped = SystemPackage.FileDescriptor.SeekOrigin(rawValue: rawValue) }

        /// The C constants.
        public var rawValue: CInt {
            get { wrapped.rawValue }
            set { wrapped.rawValue = newValue }
        }

        /// The beginning of the file (`SEEK_SET`).
        public static var start: SeekOrigin { SeekOrigin(wrapped: .start) }

        /// The current offset (`SEEK_CUR`).
        public static var current: SeekOrigin { SeekOrigin(wrapped: .current) }

        /// The end of the file (`SEEK_END`).
        public static var end: SeekOrigin { SeekOrigin(wrapped: .end) }
    }
}

extension FileDescriptor.SeekOrigin: CustomStringConvertible, CustomDebugStringConvertible {
    /// The name of the value.
    public var description: String { wrapped.description }

    /// The name of the value.
    public var debugDescription: String { wrapped.debugDescription }
}

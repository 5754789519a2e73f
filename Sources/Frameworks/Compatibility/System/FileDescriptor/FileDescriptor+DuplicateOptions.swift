// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import SystemPackage

extension FileDescriptor {
    /// How a descriptor is duplicated.
    public struct DuplicateOptions: OptionSet, Hashable, Sendable, Codable {
        internal var wrapped: SystemPackage.FileDescriptor.DuplicateOptions

        internal init(wrapped: SystemPackage.FileDescriptor.DuplicateOptions) { self.wrapped = wrapped }

        /// The value with the given C constants.
        public init(rawValue: CInt) { wrapped = SystemPackage.FileDescriptor.DuplicateOptions(rawValue: rawValue) }

        /// The C constants.
        public var rawValue: CInt {
            get { wrapped.rawValue }
            set { wrapped.rawValue = newValue }
        }

        /// The copy is closed when the process runs another program (`O_CLOEXEC`).
        public static var closeOnExec: DuplicateOptions { DuplicateOptions(wrapped: .closeOnExec) }
    }
}

// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

package import SystemPackage

// This module's types are its own, as Apple's are. Between the targets of this package, values go from one to the other
// here.

extension FilePath {
    /// The same path.
    package init(_ path: SystemPackage.FilePath) { self.init(wrapped: path) }
}

extension SystemPackage.FilePath {
    /// The same path.
    package init(_ path: System.FilePath) { self = path.wrapped }
}

extension FileDescriptor {
    /// The same descriptor; nothing is duplicated.
    package init(_ descriptor: SystemPackage.FileDescriptor) { self.init(wrapped: descriptor) }
}

extension SystemPackage.FileDescriptor {
    /// The same descriptor; nothing is duplicated.
    package init(_ descriptor: System.FileDescriptor) { self = descriptor.wrapped }
}

extension FilePermissions {
    /// The same permissions.
    package init(_ permissions: SystemPackage.FilePermissions) { self.init(wrapped: permissions) }
}

extension SystemPackage.FilePermissions {
    /// The same permissions.
    package init(_ permissions: System.FilePermissions) { self = permissions.wrapped }
}

extension Errno {
    /// The same error.
    package init(_ error: SystemPackage.Errno) { self.init(wrapped: error) }
}

extension SystemPackage.Errno {
    /// The same error.
    package init(_ error: System.Errno) { self = error.wrapped }
}

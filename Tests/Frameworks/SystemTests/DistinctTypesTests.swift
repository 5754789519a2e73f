// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import System
import SystemPackage
import Testing

/// Libraries that know both modules have overloads for either. They are redeclarations when one module only re-exports
/// the other.
struct DistinctTypesTests {
    private struct Name {
        let text: String

        init(_ path: SystemPackage.FilePath) { text = "package " + path.string }
        init(_ path: System.FilePath) {
            text = "system " + path.withPlatformString { SystemPackage.FilePath(platformString: $0) }.string
        }

        init(_ descriptor: SystemPackage.FileDescriptor) { text = "package \(descriptor.rawValue)" }
        init(_ descriptor: System.FileDescriptor) { text = "system \(descriptor.rawValue)" }

        init(_ permissions: SystemPackage.FilePermissions) { text = "package \(permissions.rawValue)" }
        init(_ permissions: System.FilePermissions) { text = "system \(permissions.rawValue)" }

        init(_ error: SystemPackage.Errno) { text = "package \(error.rawValue)" }
        init(_ error: System.Errno) { text = "system \(error.rawValue)" }
    }

    @Test func overloadsTakeEither() {
        #expect(Name(SystemPackage.FilePath("/a/b")).text == "package /a/b")
        #expect(Name(System.FilePath("/a/b")).text == "system /a/b")
        #expect(Name(System.FileDescriptor.standardError).text == "system 2")
        #expect(Name(SystemPackage.FileDescriptor.standardError).text == "package 2")
        #expect(Name(System.FilePermissions.ownerRead).text == "system 256")
        #expect(Name(SystemPackage.FilePermissions.ownerRead).text == "package 256")
        #expect(Name(System.Errno.interrupted).text == "system 4")
        #expect(Name(SystemPackage.Errno.interrupted).text == "package 4")
    }

    @Test func typesAreNotTheSame() {
        #expect(ObjectIdentifier(System.FilePath.self) != ObjectIdentifier(SystemPackage.FilePath.self))
        let error: any Error = SystemPackage.Errno.interrupted
        #expect(!(error is System.Errno))
    }

    @Test func valuesConvertInThisPackage() {
        let path = SystemPackage.FilePath("/a/../b")
        #expect(SystemPackage.FilePath(System.FilePath(path)) == path)
        let descriptor = SystemPackage.FileDescriptor(rawValue: 7)
        #expect(SystemPackage.FileDescriptor(System.FileDescriptor(descriptor)) == descriptor)
        let permissions: SystemPackage.FilePermissions = [.ownerReadWrite, .saveText]
        #expect(SystemPackage.FilePermissions(System.FilePermissions(permissions)) == permissions)
        #expect(SystemPackage.Errno(System.Errno(SystemPackage.Errno.noSpace)) == .noSpace)
    }
}

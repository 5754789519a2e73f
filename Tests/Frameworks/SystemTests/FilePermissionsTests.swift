// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import System
import Testing

struct FilePermissionsTests {
    @Test func bits() {
        #expect(FilePermissions(rawValue: 0o644) == [.ownerReadWrite, .groupRead, .otherRead])
        #expect(FilePermissions(rawValue: 0o751) == [.ownerReadWriteExecute, .groupReadExecute, .otherExecute])
        let special: FilePermissions = [.setUserID, .setGroupID, .saveText]
        #expect(special.rawValue == 0o7000)
        #expect(special.description == "[.setUserID, .setGroupID, .saveText]")
    }

    @Test func givenToNewFiles() throws {
        let folder = try TemporaryFolder()
        let path = folder.path.appending("file")
        try FileDescriptor.open(path, .writeOnly, options: .create, permissions: [.ownerRead, .ownerExecute]).close()
        let attributes = try FileManager.default.attributesOfItem(atPath: path.string)
        #expect((attributes[.posixPermissions] as? NSNumber)?.uint32Value == 0o500)
    }

    @Test func encodedAsNumbers() throws {
        #expect(try JSONEncoder().encode([FilePermissions.ownerRead]) == Data("[256]".utf8))
    }
}

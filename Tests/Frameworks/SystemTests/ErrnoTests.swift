// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import System
import Testing

struct ErrnoTests {
    private static let numbers: [(Errno, CInt)] = [
        (Errno.notPermitted, 1), (.noSuchFileOrDirectory, 2), (.ioError, 5), (.badFileDescriptor, 9),
        (.permissionDenied, 13), (.fileExists, 17), (.noSpace, 28), (.brokenPipe, 32), (.directoryNotEmpty, 39),
        (.addressInUse, 98), (.connectionRefused, 111), (.canceled, 125),
    ]

    @Test(arguments: numbers) func number(error: Errno, number: CInt) {
        #expect(error.rawValue == number)
        #expect(Errno(rawValue: number) == error)
    }

    @Test func descriptions() {
        #expect(Errno.noSuchFileOrDirectory.description == "No such file or directory")
        #expect(Errno.noSuchFileOrDirectory.debugDescription == "No such file or directory")
    }

    @Test func matching() {
        let error: any Error = Errno.timedOut
        #expect(Errno.timedOut ~= error)
        #expect(!(Errno.timeout ~= error))
        #expect(!(Errno.timedOut ~= CancellationError()))
        #expect(Errno.wouldBlock == .resourceTemporarilyUnavailable)
    }

    @Test func asNSError() {
        let error = Errno.noSpace as NSError
        #expect(error.domain == "NSPOSIXErrorDomain")
        #expect(error.code == 28)
    }

    @Test func encodedAsNumbers() throws {
        #expect(try JSONEncoder().encode([Errno.noSpace]) == Data("[28]".utf8))
    }
}

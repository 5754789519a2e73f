// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import ServiceInterface
import Testing
import Varlink

@Suite struct ServiceErrorTests {
    @Test func errorsSurviveTheWire() throws {
        for error in [
            ServiceError(.assetPackNotFound, "there is no pack \"a/\u{fc}\\\"", subject: "a"),
            ServiceError(.outOfSpace, ""), ServiceError(.init(rawValue: "FromTheFuture"), "m"),
        ] {
            guard case .remote(let name, let parameters) = error.varlinkError else {
                Issue.record("not remote")
                return
            }
            let message = try VarlinkReply.encode(error: name, parameterBytes: parameters)
            let received = #expect(throws: VarlinkError.self) { _ = try VarlinkReply(message: message.dropLast()) }
            #expect(try ServiceError(#require(received)) == error)
        }
    }

    @Test func errorsOfOtherInterfacesKeepTheirName() {
        let error = ServiceError(.remote(name: "org.varlink.service.MethodNotFound", parameters: Array("{}".utf8)))
        #expect(error?.code == .internalError)
        #expect(error?.message.contains("org.varlink.service.MethodNotFound") == true)
        #expect(ServiceError(.connectionClosed) == nil)
    }

    @Test func errorsWithoutParametersHaveTheirNameForAMessage() {
        let error = ServiceError(.remote(name: "backgroundassets.v1.Errors.OutOfSpace", parameters: []))
        #expect(error?.code == .outOfSpace)
        #expect(error?.message == "backgroundassets.v1.Errors.OutOfSpace")
    }
}

// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

import AssetTestSupport
import Foundation
import Synchronization
import Testing

/// A program of a team that has several servers to ask, and asks the next when one does not answer.
final class PatientClient: Sendable {
    private let hosts: [ServingHost]
    private let turn = Mutex(0)

    init(_ hosts: [ServingHost]) { self.hosts = hosts }

    /// The server that is asked next.
    private var next: ServingHost {
        turn.withLock {
            $0 += 1
            return hosts[$0 % hosts.count]
        }
    }

    /// Asks until there is an answer that is one.
    ///
    /// - Returns: also whether an earlier try may have been done, without its answer.
    func send(
        _ method: String, _ path: String, json: String? = nil
    ) async throws -> (answer: ServingHost.Answer, wasTried: Bool) {
        var wasTried = false
        return try await eventualValue {
            do {
                let answer = try await self.next.send(method, path, json: json)
                if answer.status < 500 { return (answer, wasTried) }
            } catch is ServingHost.Unreachable {}
            wasTried = true
            return nil
        }
    }

    /// Makes a resource; when it may have been made without an answer, looks for it first.
    ///
    /// - `list`: where it is found.
    /// - Returns: its document.
    func make(_ type: String, _ rest: String, list: String) async throws -> ServingHost.Answer {
        let json = ServingHost.document(type, rest)
        while true {
            let answer: ServingHost.Answer
            do { answer = try await next.send("POST", "/v1/\(type)", json: json) } catch is ServingHost.Unreachable {
                if let made = try await first(list) { return made }
                continue
            }
            if answer.status < 500 {
                #expect(answer.status == 201, "\(type): \(answer.text)")
                return answer
            }
            if let made = try await first(list) { return made }
        }
    }

    /// The document of the first resource of a list; nil when there is none.
    private func first(_ list: String) async throws -> ServingHost.Answer? {
        let answer = try await send("GET", list).answer
        #expect(answer.status == 200, "\(list): \(answer.text)")
        guard let `self` = answer.string("data/0/links/self"), let start = `self`.range(of: "/v1/") else { return nil }
        return try await send("GET", String(`self`[start.lowerBound...])).answer
    }

    /// Puts a file at an address of a store, which nobody kills.
    func put(_ name: String, to address: String) async throws -> Int {
        try await next.put(name, to: address).status
    }
}

// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import HTTPTypes
internal import HostingModel
internal import HostingStorage

/// Why a page cannot be shown, or something not be done, for whoever is in front of it.
struct ConsoleFailure: Error, Sendable {
    let status: HTTPResponse.Status
    /// A sentence that says what to do, too.
    let reason: String
    /// For the log, where it is more than whoever looks is told.
    let cause: String?
    /// The methods that are possible, where another was tried.
    let allowed: [HTTPRequest.Method]

    init(
        _ status: HTTPResponse.Status, _ reason: String, cause: String? = nil, allowed: [HTTPRequest.Method] = []
    ) {
        self.status = status
        self.reason = reason
        self.cause = cause
        self.allowed = allowed
    }

    /// Whether it is the state of things that forbids it: the page that it was asked on says so.
    var isConflict: Bool { status == .conflict }

    static func forbidden(_ reason: String) -> ConsoleFailure { ConsoleFailure(.forbidden, reason) }
    static let nothing = ConsoleFailure(.notFound, "There is nothing here, or nothing that you may see.")

    init(_ error: StorageError) {
        switch error {
        case .refused(.notFound), .refused(.relatedNotFound): self = .nothing
        case .refused(let refusal): self.init(.conflict, Self.sentence("\(refusal)"))
        case .conflict, .contended:
            self.init(.conflict, "Somebody else has changed the same at this moment: load the page anew.")
        case .unavailable, .outOfSpace, .interrupted:
            self.init(
                .serviceUnavailable, Self.sentence(error.briefDescription) + " Try again in a while.", cause: "\(error)"
            )
        case .newer, .noHost, .restoring, .foreignObjects, .unexpected, .damaged, .notPermitted, .failed:
            self.init(
                .internalServerError, "It is a fault of the server, whose log says more.", cause: "\(error)")
        }
    }

    private static func sentence(_ text: String) -> String {
        let sentence = text.prefix(1).uppercased() + text.dropFirst()
        return sentence.hasSuffix(".") ? sentence : sentence + "."
    }
}

extension HostStore {
    /// Does something with the storage, whose errors are those of pages then.
    func asking<Value>(
        _ body: (HostStore) async throws(StorageError) -> Value
    ) async throws(ConsoleFailure) -> Value {
        do throws(StorageError) { return try await body(self) } catch { throw ConsoleFailure(error) }
    }
}

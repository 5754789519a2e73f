// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

package import SystemSupport

/// Why machines cannot talk to each other.
package enum LinkError: Error, Equatable, Sendable, CustomStringConvertible {
    /// The folder of identities and peers cannot be used.
    case folder(path: String, SystemError)
    /// A file there is damaged.
    case damaged(path: String, reason: String)
    /// This machine's own certificate cannot be made.
    case identity(reason: String)
    /// What was given is no address.
    case address(String, reason: String)
    /// No connection to the other machine.
    case connection(address: String, reason: String)
    /// The other machine has another certificate than it had when it was paired.
    case otherCertificate(address: String, words: String)
    /// The other machine does not know this one, or no longer.
    case notPaired(address: String)
    /// The other machine has too many connections, or is just being paired with another one.
    case busy(address: String)
    /// One of the two persons has said no, or the words were others.
    case declined(String)
    /// Several machines go by one name; each has its words.
    case several(String, words: [String])
    /// It answers what is no answer.
    case nonsense(address: String, reason: String)
    /// The port cannot be listened on.
    case listening(address: String, reason: String)

    package var description: String {
        switch self {
        case .folder(let path, let error): "\(path) cannot be used: \(error)"
        case .damaged(let path, let reason):
            "\(path) is damaged (\(reason)): remove it, and pair again with those that it was for"
        case .identity(let reason): "this machine's certificate cannot be made: \(reason)"
        case .address(let text, let reason):
            "\(text.debugDescription) is no address of a machine: \(reason). It is HOST or HOST:PORT"
        case .connection(let address, let reason):
            "\(address) cannot be reached: \(reason). `ba pair serve` must run there"
        case .otherCertificate(let address, let words):
            "\(address) is not the machine that was paired: its words are \(words). If it was set up anew, `ba pair remove` "
                + "it here and pair again"
        case .notPaired(let address):
            "\(address) does not let this machine in: pair them with `ba pair serve --accept` there and "
                + "`ba pair connect` here"
        case .busy(let address):
            "\(address) is busy: it has too many connections, or is just being paired with another machine; try again "
                + "in a moment"
        case .several(let name, let words):
            "several machines are called \(name.debugDescription): name one by its words, "
                + words.joined(separator: " or ")
        case .declined(let reason): "the machines are not paired: \(reason)"
        case .nonsense(let address, let reason): "\(address) answers what makes no sense: \(reason)"
        case .listening(let address, let reason): "\(address) cannot be listened on: \(reason)"
        }
    }
}

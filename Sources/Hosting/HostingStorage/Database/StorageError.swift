// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

package import HostingModel

/// Why the database or the objects cannot be read or written.
package enum StorageError: Error, Equatable, Sendable, CustomStringConvertible {
    /// It is not there at the moment: the same may work later.
    case unavailable(String)
    /// No room is left.
    case outOfSpace(String)
    /// What was being sent came to no end: it is to be sent again.
    case interrupted(String)
    /// Another transaction got in the way, again and again.
    case contended(String)
    /// The change breaks a rule of the schema: what it makes is there already, or what it refers to is not.
    case conflict(String)
    /// The state of things forbids the change.
    case refused(Refusal)
    /// The database was written by a newer ba-host; `migration` is the first one that this one does not know.
    case newer(migration: String)
    /// Nobody has begun a host in the database.
    case noHost
    /// A host is being made of a backup there, or that was broken off; `backup` is its folder.
    case restoring(backup: String)
    /// The store of objects is not the one of the database.
    case foreignObjects(String)
    /// What was found is not what was written: a fault of this program, or a damaged database.
    case unexpected(String)
    /// A backup, an object that is to be in one, or the database is not what was written.
    case damaged(String)
    /// The system, or the database, does not let this user do it.
    case notPermitted(String)
    /// The statement cannot be executed.
    case failed(String)

    package var description: String {
        switch self {
        case .unavailable(let reason): "the storage cannot be reached: \(reason)"
        case .outOfSpace(let reason): "the storage has no room left: \(reason)"
        case .interrupted(let reason): reason
        case .contended(let reason): "others change the same at the moment: \(reason)"
        case .conflict(let reason): reason
        case .refused(let refusal): "\(refusal)"
        case .newer(let migration):
            "the database was written by a newer ba-host (its step \"\(migration)\" is unknown here): run that version"
        case .noHost:
            "there is no host in the database: look at what names it (--database); `ba-host serve` with the same storage begins one"
        case .restoring(let backup):
            "a host is being made of the backup in \(backup), or that was broken off: `ba-host restore` with the same storage "
                + "brings it to its end"
        case .foreignObjects(let reason):
            "\(reason): look at what names database and objects (--data, --database, --objects), which is the same for all processes of a host"
        case .unexpected(let reason): "the storage holds what it should not: \(reason)"
        case .damaged(let reason): reason
        case .notPermitted(let reason): "the storage does not permit it: \(reason)"
        case .failed(let reason): "the storage failed: \(reason)"
        }
    }

    /// What whoever asked is told of a storage that does not do at the moment; where it lies, and what it says, is for the log.
    package var briefDescription: String {
        switch self {
        case .unavailable: "the storage cannot be reached"
        case .outOfSpace: "the storage has no room left"
        case .foreignObjects: "the storage is not the one of this host"
        case .interrupted, .contended, .conflict, .refused, .newer, .noHost, .restoring, .unexpected, .damaged,
            .notPermitted, .failed:
            description
        }
    }

    /// Another's objects, or none, where the host has had its own.
    package static func lostObjects(_ reason: String) -> StorageError {
        .foreignObjects("\(reason); where its own are gone for good, `ba-host adopt-objects` makes these the host's")
    }

    package var isUnavailable: Bool { if case .unavailable = self { true } else { false } }
    /// Whether it is the storage that does not do as it is, and nothing about what it was asked for.
    package var isOutage: Bool {
        switch self {
        case .unavailable, .outOfSpace, .contended, .foreignObjects: true
        case .interrupted, .conflict, .refused, .newer, .noHost, .restoring, .unexpected, .damaged, .notPermitted,
            .failed:
            false
        }
    }
    var isContended: Bool { if case .contended = self { true } else { false } }
}

// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// A download that the system carries out on behalf of an app: what is asked for, and how far it has come.
///
/// Downloads are values: one that was fetched earlier does not follow the system's. Two are equal when the system has
/// given them the same ``uniqueIdentifier``.
// @unchecked Sendable: every stored property is a constant, here and in the subclasses of this module.
public class BADownload: NSObject, NSCopying, NSSecureCoding, @unchecked Sendable {
    /// What becomes of a download.
    public enum State: Int, Sendable {
        /// It ended without a file.
        case failed = -1
        /// It was not scheduled yet.
        case created = 0
        /// It was scheduled, and has not begun or does not progress.
        case waiting = 1
        /// It is being carried out.
        case downloading = 2
        /// Its file is there.
        case finished = 3
    }

    /// The place of a download among those of its app: higher ones come first.
    public struct Priority: RawRepresentable, Hashable, Sendable, BitwiseCopyable {
        public let rawValue: Int

        /// Makes a priority from a number between those of ``min`` and ``max``.
        public init(_ rawValue: Int) { self.rawValue = rawValue }
        /// Makes a priority from a number between those of ``min`` and ``max``.
        public init(rawValue: Int) { self.rawValue = rawValue }

        /// The lowest: -100.
        public static let min = Priority(-100)
        /// The priority of downloads that state none: 0.
        public static let `default` = Priority(0)
        /// The highest: 100.
        public static let max = Priority(100)
    }

    /// The app's own name for it, the same in the app and its extension, from launch to launch.
    public let identifier: String
    /// The system's name for it.
    public let uniqueIdentifier: String
    /// Its place among the app's downloads.
    public let priority: Priority
    /// Whether the app cannot be launched without it.
    public let isEssential: Bool
    /// What had become of it when this value was made.
    public let state: State

    package init(
        identifier: String, uniqueIdentifier: String, priority: Priority, isEssential: Bool, state: State
    ) {
        self.identifier = identifier
        self.uniqueIdentifier = uniqueIdentifier
        self.priority = priority
        self.isEssential = isEssential
        self.state = state
    }

    /// Makes a download of the same kind that is not essential; a new one to the system, which can be scheduled when this
    /// one has failed.
    required init(removingEssentialFrom download: BADownload) {
        identifier = download.identifier
        uniqueIdentifier = UUID().uuidString
        priority = download.priority
        isEssential = false
        state = .created
    }

    /// Reads an archived download.
    public required init?(coder: NSCoder) {
        guard let identifier = coder.decodeObject(of: NSString.self, forKey: "identifier"),
            let uniqueIdentifier = coder.decodeObject(of: NSString.self, forKey: "uniqueIdentifier"),
            let state = State(rawValue: coder.decodeInteger(forKey: "state"))
        else { return nil }
        self.identifier = String(describing: identifier)
        self.uniqueIdentifier = String(describing: uniqueIdentifier)
        priority = Priority(coder.decodeInteger(forKey: "priority"))
        isEssential = coder.decodeBool(forKey: "essential")
        self.state = state
    }

    /// A copy that is not essential, to be scheduled where essential downloads may not be: anywhere but in the set that
    /// an extension returns for an installation or update.
    public func removingEssential() -> Self { Self(removingEssentialFrom: self) }

    public class var supportsSecureCoding: Bool { true }

    public func encode(with coder: NSCoder) {
        coder.encode(NSString(string: identifier), forKey: "identifier")
        coder.encode(NSString(string: uniqueIdentifier), forKey: "uniqueIdentifier")
        coder.encode(priority.rawValue, forKey: "priority")
        coder.encode(isEssential, forKey: "essential")
        coder.encode(state.rawValue, forKey: "state")
    }

    public override func copy() -> Any { self }
    /// The download itself, which cannot change.
    public func copy(with zone: NSZone? = nil) -> Any { self }

    public override func isEqual(_ object: Any?) -> Bool {
        guard let other = object as? BADownload else { return false }
        return uniqueIdentifier == other.uniqueIdentifier
    }
    public override var hash: Int { uniqueIdentifier.hashValue }

    public override var description: String {
        "<\(type(of: self)): \(identifier), \(state), priority \(priority.rawValue)>"
    }
}

// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import Glibc
internal import Synchronization

/// Tells whether a delegate has a method of its own. Swift has no optional methods here: the default ones, which stand for
/// those that a delegate lacks, say so while they are called.
///
/// A method of a delegate's own may call others, of other delegates or of its own, which may be default ones: only the method
/// that is asked about, of the object that is asked about, counts.
enum OptionalMethods {
    enum Method { case challengeWithHandler, challenge, finished, failed }

    /// What is asked, or said: a method of an object.
    private struct Question: Hashable, Sendable {
        let receiver: ObjectIdentifier
        let method: Method

        /// - `receiver`: a class's instance; of a value, its type is what counts.
        init(_ receiver: Any, _ method: Method) {
            let type = type(of: receiver)
            self.receiver = ObjectIdentifier(type is AnyClass ? receiver as AnyObject : type as AnyObject)
            self.method = method
        }
    }

    /// What an asynchronous default method says in a task, which has no thread of its own.
    private final class Note: Sendable {
        let question: Question
        let isSet = Atomic(false)

        init(_ question: Question) { self.question = question }
    }

    @TaskLocal private static var note: Note?
    /// By thread, what is being asked there, and whether a default method was what answered.
    private static let asked = Mutex<[pthread_t: [Question: Bool]]>([:])

    /// Calls a method of a delegate on this thread, and tells whether it was the delegate's own.
    static func isOwn(_ method: Method, of receiver: Any, _ call: () -> Void) -> Bool {
        let (thread, question) = (pthread_self(), Question(receiver, method))
        asked.withLock { $0[thread, default: [:]][question] = false }
        call()
        return asked.withLock { asked in
            let isDefault = asked[thread]?.removeValue(forKey: question) ?? false
            if asked[thread]?.isEmpty == true { asked[thread] = nil }
            return !isDefault
        }
    }

    /// Calls an asynchronous method.
    ///
    /// - Returns: nil when the one that was called was not its own.
    static func ifOwn<Value: Sendable>(
        _ method: Method, of receiver: Any, _ call: () async -> Value
    ) async -> Value? {
        let note = Note(Question(receiver, method))
        let value = await $note.withValue(note) { await call() }
        return note.isSet.load(ordering: .relaxed) ? nil : value
    }

    /// Whether the default method is what has been called on this thread.
    static func isDefault(_ method: Method, of receiver: Any) -> Bool {
        let (thread, question) = (pthread_self(), Question(receiver, method))
        return asked.withLock { $0[thread]?[question] ?? false }
    }

    /// For default methods: this object has none of its own.
    static func noteDefault(_ method: Method, of receiver: Any) {
        let (thread, question) = (pthread_self(), Question(receiver, method))
        if let note, note.question == question { return note.isSet.store(true, ordering: .relaxed) }
        asked.withLock { asked in
            if asked[thread]?[question] != nil { asked[thread]?[question] = true }
        }
    }
}

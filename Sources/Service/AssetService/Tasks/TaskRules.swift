// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import AssetPackModel
internal import ServiceInterface
internal import TaskScheduler

/// Whether an app may ask for a task, by what its Info.plist says (BGTaskScheduler.Error.notPermitted).
struct TaskRules: Sendable {
    /// Bytes of an identifier, a title and a subtitle.
    static let largestText = 4096

    let bundleID: String
    let declaration: BackgroundTaskDeclaration

    /// - Throws: `taskNotPermitted` with what is missing.
    func check(_ task: BackgroundTask) throws(ServiceError) -> TaskKind {
        guard let kind = TaskKind(task.kind), kind != .sessionEvents else {
            throw refusal("it asks for a kind of task that this service does not know", task)
        }
        guard !task.identifier.isEmpty,
            [task.identifier, task.title ?? "", task.subtitle ?? ""].allSatisfy({ $0.utf8.count <= Self.largestText })
        else { throw refusal("its identifier is empty, or it has a text of more than \(Self.largestText) bytes", task) }
        guard task.earliestBegin?.isFinite ?? true else { throw refusal("its earliest begin is no time", task) }
        let obstacle = declaration.obstacle(
            to: task.identifier, mode: kind.mode, takesPatterns: kind == .continued)
        if let obstacle { throw refusal("\(obstacle): add it", task) }
        return kind
    }

    private func refusal(_ reason: String, _ task: BackgroundTask) -> ServiceError {
        ServiceError(
            .taskNotPermitted, "the background task \(task.identifier) of \(bundleID) is not permitted: \(reason)",
            subject: bundleID)
    }
}

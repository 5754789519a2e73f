// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import BackgroundTasks

/// What the scenes of an app do when it is woken.
@MainActor struct SceneActions {
    private typealias Action = @Sendable (String) async -> Void

    private var refreshes: [String: [Action]] = [:]
    private var allRefreshes: [Action] = []
    private var sessions: [(isMeant: @Sendable (String) -> Bool, action: Action)] = []
    /// What is to be done when values are others.
    var changes = ValueChanges()

    init() {}

    init<Content: Scene>(of scene: Content) { collect(scene) }

    /// Takes what a scene has, and what it consists of.
    mutating func collect<Content: Scene>(_ scene: Content) {
        if let primitive = scene as? any PrimitiveScene {
            primitive.collect(into: &self)
        } else if Content.Body.self != Never.self {
            collect(scene.body)
        }
    }

    mutating func add<D: Sendable, R: Sendable>(
        _ task: BackgroundTask<D, R>, _ action: @escaping @Sendable (D) async -> R
    ) {
        let request = task.request
        let perform: Action = { identifier in _ = await action(request(identifier)) }
        switch task.kind {
        case .appRefresh(let identifier?): refreshes[identifier, default: []].append(perform)
        case .appRefresh(nil): allRefreshes.append(perform)
        case .urlSession(let isMeant): sessions.append((isMeant, perform))
        case .never: break
        }
    }

    /// Has them done when the app is woken. What is for all refreshes is for those that the Info.plist permits.
    ///
    /// - `permitted`: identifiers of the app's Info.plist.
    func register(permitted: [String]) {
        let all = allRefreshes
        for identifier in Set(refreshes.keys).union(all.isEmpty ? [] : permitted).sorted() {
            let actions = (refreshes[identifier] ?? []) + all
            TaskActions.register(identifier) {
                await withDiscardingTaskGroup { group in
                    for action in actions { group.addTask { await action(identifier) } }
                }
            }
        }
        for session in sessions { TaskActions.registerSessions(matching: session.isMeant, action: session.action) }
    }
}

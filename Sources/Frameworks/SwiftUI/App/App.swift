// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import BackgroundTasks
internal import Foundation

/// An app: what it consists of, and how it begins.
@MainActor @preconcurrency public protocol App {
    associatedtype Body: Scene
    @SceneBuilder @MainActor @preconcurrency var body: Self.Body { get }
    @MainActor @preconcurrency init()
}

extension App {
    /// Begins the app, and goes on until its process is ended. Nothing is shown: what its scenes do in the background is done.
    @MainActor @preconcurrency public static func main() {
        // What is asked for meanwhile, on whatever thread, is taken.
        let (app, actions) = TaskActions.beforeRegistration {
            let app = Self()
            let actions = SceneActions(of: app.body)
            actions.register(permitted: TaskActions.permittedIdentifiers)
            return (app, actions)
        }
        if !actions.changes.isEmpty { AppLife.watch { SceneActions(of: app.body).changes } }
        actions.changes.tellFirst()
        RunLoop.main.run()
        // Without anything that it waits for it ends at once.
        dispatchMain()
    }
}

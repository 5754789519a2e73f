// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import SystemPackage

extension FilePath {
    /// A path of a root and components.
    ///
    /// - Parameters:
    ///   - root: nil for a relative path.
    ///   - components: in their order.
    public init<C: Collection>(root: Root?, _ components: C) where C.Element == Component {
        wrapped = SystemPackage.FilePath(root: root?.wrapped, components.lazy.map(\.wrapped))
    }

    /// A path of a root and components.
    ///
    /// - Parameters:
    ///   - root: nil for a relative path.
    ///   - components: in their order.
    public init(root: Root?, components: Component...) { self.init(root: root, components) }

    /// A path of a root and some of the components of another.
    ///
    /// - Parameters:
    ///   - root: nil for a relative path.
    ///   - components: in their order.
    public init(root: Root?, _ components: ComponentView.SubSequence) {
        let range = components.startIndex.wrapped..<components.endIndex.wrapped
        wrapped = SystemPackage.FilePath(root: root?.wrapped, components.base.wrapped[range])
    }

    /// The components, without the root. Setting them leaves the root as it is.
    public var components: ComponentView {
        get { ComponentView(wrapped: wrapped.components) }
        set { wrapped.components = newValue.wrapped }
    }

    /// The root; nil for a relative path. Setting it leaves the components as they are.
    public var root: Root? {
        get { wrapped.root.map(Root.init(wrapped:)) }
        set { wrapped.root = newValue?.wrapped }
    }

    /// The last component; nil when there is none.
    public var lastComponent: Component? { wrapped.lastComponent.map(Component.init(wrapped:)) }

    /// The extension of the last component. Setting it changes that, setting nil takes it away; nothing is changed
    /// when the last component is no name.
    public var `extension`: String? {
        get { wrapped.extension }
        set { wrapped.extension = newValue }
    }

    /// The last component without its extension; nil when there is no component.
    public var stem: String? { wrapped.stem }
}

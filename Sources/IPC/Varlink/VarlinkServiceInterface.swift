// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

/// What a service tells of itself by `org.varlink.service.GetInfo`.
package struct VarlinkServiceInfo: Codable, Equatable, Sendable {
    package var vendor: String
    package var product: String
    package var version: String
    package var url: String
    /// Names of the interfaces that it answers.
    package var interfaces: [String]

    package init(vendor: String, product: String, version: String, url: String, interfaces: [String]) {
        self.vendor = vendor
        self.product = product
        self.version = version
        self.url = url
        self.interfaces = interfaces
    }
}

/// `org.varlink.service`, which every Varlink service answers: who it is, and what it can be asked.
package enum VarlinkServiceInterface {
    package static let name = "org.varlink.service"
    package static let getInfo = "org.varlink.service.GetInfo"
    package static let getInterfaceDescription = "org.varlink.service.GetInterfaceDescription"

    package struct NoParameters: Codable, Equatable, Sendable {
        package init() {}
    }

    package struct InterfaceName: Codable, Equatable, Sendable {
        package var interface: String
        package init(interface: String) { self.interface = interface }
    }

    package struct Description: Codable, Equatable, Sendable {
        package var description: String
        package init(description: String) { self.description = description }
    }

    /// The parameters of `MethodNotFound` and `MethodNotImplemented`.
    package struct MethodName: Codable, Equatable, Sendable {
        package var method: String
        package init(method: String) { self.method = method }
    }

    /// The parameters of `InvalidParameter`.
    package struct ParameterName: Codable, Equatable, Sendable {
        package var parameter: String
        package init(parameter: String) { self.parameter = parameter }
    }

    /// The interface's own text.
    package static let text = """
        # Every Varlink service answers this interface.
        interface org.varlink.service

        # Who the service is, and the names of the interfaces that it answers.
        method GetInfo() -> (
          vendor: string,
          product: string,
          version: string,
          url: string,
          interfaces: []string
        )

        # The text of an interface.
        method GetInterfaceDescription(interface: string) -> (description: string)

        # The service has no such interface.
        error InterfaceNotFound (interface: string)

        # The interface has no such method.
        error MethodNotFound (method: string)

        # The interface has the method, and this service does not carry it out.
        error MethodNotImplemented (method: string)

        # A parameter is missing or wrong.
        error InvalidParameter (parameter: string)

        # The caller may not do this.
        error PermissionDenied ()

        # The method replies several times: it must be called with "more".
        error ExpectedMore ()

        """
}

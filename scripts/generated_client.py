# This file is part of swift-background-assets.
# Copyright (c) 2026 the swift-background-assets authors
# SPDX-License-Identifier: Apache-2.0
"""A client that openapi-python-client has made of an OpenAPI document, and what must hold for whatever it is answered with.

An operation is called by its name in the document, with its parameters by theirs, whatever the generator has made of these: so one
tour fits the clients of several documents. Used by scripts/client-tour.py.
"""

import dataclasses
import importlib
import json
import re
import ssl
import typing
import urllib.parse

import attrs
import httpx
import jsonschema

SUCCESS = {200, 201, 204}


class Fault(Exception):
    pass


@dataclasses.dataclass
class Answer:
    """As the generated type, and as the JSON text has it."""

    parsed: typing.Any
    raw: typing.Any

    @property
    def data(self):
        return self.parsed.data

    @property
    def id(self):
        return self.parsed.data.id


def closed(schema):
    """A schema that takes no members that it does not name, and in which what OpenAPI 3.0 calls nullable may be null."""
    if isinstance(schema, list):
        return [closed(part) for part in schema]
    if not isinstance(schema, dict):
        return schema
    result = {name: closed(part) for name, part in schema.items() if name != "nullable"}
    if isinstance(result.get("properties"), dict) and "additionalProperties" not in result:
        result["additionalProperties"] = False
    return {"anyOf": [result, {"type": "null"}]} if schema.get("nullable") is True else result


class GeneratedClient:
    def __init__(self, package, document, url, token, authority):
        self.url, self.document, self.package = url, document, package
        self.operations = {
            operation["operationId"]: (method, path, operation)
            for path, methods in document["paths"].items()
            for method, operation in methods.items()
            if method in ("get", "post", "patch", "delete")
        }
        self.components = closed(document["components"]["schemas"])
        module = importlib.import_module(package + ".client")
        context = ssl.create_default_context(cafile=authority)
        self.client = module.AuthenticatedClient(base_url=url, token=token, verify_ssl=context, timeout=30)
        self.stranger = module.AuthenticatedClient(base_url=url, token="none", verify_ssl=context)
        self.http = self.client.get_httpx_client()
        self.answers = 0

    # MARK: Calls

    def __call__(self, name, id=None, body=None, status=None, client=None, **query):
        """Calls an operation, and looks at the answer.

        Parameters are in `query` without their brackets and points: `filterState`.
        """
        method, path, operation = self.operations[name]
        module = self.module(name)
        hints = typing.get_type_hints(module._get_kwargs)
        arguments = {}
        if id is not None:
            arguments["id"] = id
        if body is not None:
            model = hints["body"]
            arguments["body"] = model.from_dict({"data": body})
            self.hold(arguments["body"].to_dict() == {"data": body}, name, f"the body is not what was meant: {body}")
        for parameter, value in query.items():
            plain = re.sub("[^a-z0-9]", "", parameter.lower())
            argument = next((hint for hint in hints if hint.replace("_", "") == plain), None)
            self.hold(argument is not None, name, f"has no parameter {parameter}")
            arguments[argument] = self.typed(value, hints[argument])
        answer = module.sync_detailed(client=client or self.client, **arguments)
        expected = status or {"get": 200, "patch": 200, "post": 201, "delete": 204}[method]
        self.hold(answer.status_code == expected, name, f"{answer.status_code} in place of {expected}: {answer.content[:2000]}")
        return self.checked(name, answer.status_code, answer.headers, answer.content, answer.parsed)

    def follow(self, name, **query):
        """All resources of a list, page by page, as its links lead."""
        page = self(name, **query)
        yield from page.raw["data"]
        while link := page.raw["links"].get("next"):
            answer = self.http.get(link)
            self.hold(answer.status_code == 200, name, f"the next page: {answer.status_code} {answer.text[:500]}")
            parsed = self.module(name)._parse_response(client=self.client, response=answer)
            page = self.checked(name, 200, answer.headers, answer.content, parsed)
            self.hold(page.raw["links"]["self"] == link, name, f"a page is not where it is said to be: {link}")
            self.hold("first" in page.raw["links"], name, "no way back to the first page")
            yield from page.raw["data"]

    def module(self, name):
        tag = self.operations[name][2]["tags"][0]
        snake = re.sub("(?<=[a-z0-9])([A-Z])", r"_\1", tag).lower()
        file = re.sub("(?<=[a-z0-9])([A-Z])", r"_\1", name).lower()
        return importlib.import_module(f"{self.package}.api.{snake}.{file}")

    @staticmethod
    def typed(value, hint):
        """A value, or values, as the generated function takes it."""
        if typing.get_origin(hint) is not None:
            for part in typing.get_args(hint):
                if typing.get_origin(part) is list and isinstance(value, list):
                    element = typing.get_args(part)[0]
                    return [element(item) if isinstance(item, str) and hasattr(element, "__members__") else item for item in value]
        return value

    # MARK: What must hold

    def hold(self, condition, name, message):
        if not condition:
            raise Fault(f"{name}: {message}")

    def checked(self, name, status, headers, content, parsed):
        self.answers += 1
        if status == 204:
            self.hold(content == b"" and "content-type" not in headers, name, f"a body: {content[:200]}")
            return None
        self.hold(headers.get("content-type") == "application/json", name, f"it is {headers.get('content-type')}")
        raw = json.loads(content)
        responses = self.operations[name][2]["responses"]
        self.hold(str(int(status)) in responses, name, f"{status} is none of {sorted(responses)}")
        schema = responses[str(int(status))]["content"]["application/json"]["schema"]
        validator = jsonschema.Draft202012Validator(
            {**closed(schema), "components": {"schemas": self.components}}, format_checker=jsonschema.FormatChecker()
        )
        for error in validator.iter_errors(raw):
            error = jsonschema.exceptions.best_match([error])
            raise Fault(f"{name}: {error.json_path}: {error.message[:500]}")
        self.hold(parsed is not None, name, "the generated client makes nothing of it")
        unknown = list(self.unknown(parsed, ""))
        self.hold(not unknown, name, f"members that the document has not got: {unknown}")
        if status in SUCCESS:
            self.check_links(name, raw)
            self.check_linkage(name, raw)
        else:
            self.hold(type(parsed).__name__ == "ErrorResponse", name, f"no error: {parsed}")
            self.hold(raw["errors"][0]["status"] == str(int(status)), name, f"another status: {raw}")
        return Answer(parsed, raw)

    def unknown(self, value, place):
        """What a generated object has besides."""
        if isinstance(value, list):
            for index, element in enumerate(value):
                yield from self.unknown(element, f"{place}/{index}")
        elif attrs.has(type(value)):
            for field in attrs.fields(type(value)):
                if field.name == "additional_properties":
                    # What is kept by names of no fixed set is no fault.
                    if len(attrs.fields(type(value))) > 1 and "/meta" not in place:
                        yield from (f"{place}/{key}" for key in value.additional_properties)
                else:
                    yield from self.unknown(getattr(value, field.name), f"{place}/{field.name}")

    def check_links(self, name, value):
        if isinstance(value, list):
            for element in value:
                self.check_links(name, element)
        elif isinstance(value, dict):
            for link in (value.get("links") or {}).values():
                self.hold(link.startswith(self.url + "/"), name, f"no address of this host: {link}")
                self.hold(not set(link) & set("[]{}<>\" "), name, f"no URI: {link}")
            for key, element in value.items():
                if key != "links":
                    self.check_links(name, element)

    def check_linkage(self, name, raw):
        """JSON:API: what comes along is named by something that is there, and once; pages say what they are."""
        data = raw["data"] if isinstance(raw["data"], list) else [raw["data"]]
        included = {(one["type"], one["id"]): one for one in raw.get("included", [])}
        self.hold(len(included) == len(raw.get("included", [])), name, "something is included twice")
        named, rest = set(), list(data)
        while rest:
            for relationship in rest.pop().get("relationships", {}).values():
                ends = relationship.get("data", [])
                for end in ends if isinstance(ends, list) else [ends]:
                    key = (end["type"], end["id"])
                    if key not in named:
                        named.add(key)
                        rest += [included[key]] if key in included else []
        self.hold(set(included) <= named, name, f"included, and named by nothing: {set(included) - named}")
        if isinstance(raw["data"], list):
            paging = raw["meta"]["paging"]
            self.hold(len(data) <= paging["limit"], name, "more than the limit")
            self.hold(("next" in raw["links"]) == ("nextCursor" in paging), name, "a cursor without a link, or the other way round")
            if "next" in raw["links"]:
                query = urllib.parse.parse_qs(urllib.parse.urlsplit(raw["links"]["next"]).query)
                self.hold(query["cursor"] == [paging["nextCursor"]], name, "another cursor in the link")

    # MARK: Parameters

    def with_token(self, token):
        module = importlib.import_module(self.package + ".client")
        return module.AuthenticatedClient(base_url=self.url, token=token, verify_ssl=self.client._verify_ssl)

    def parameters_of(self, name):
        return [one for one in self.operations[name][2].get("parameters", []) if one["in"] == "query"]

    def parameter_schema(self, name, plain):
        """- plain: without brackets and points."""
        wanted = plain.lower()
        return next(one["schema"] for one in self.parameters_of(name) if re.sub("[^a-z0-9]", "", one["name"].lower()) == wanted)

    def required(self, name, ids):
        """Those that an operation does nothing without: `filter[app]` is an app."""
        names = (one["name"] for one in self.parameters_of(name) if one.get("required"))
        return {name: ids[name.removeprefix("filter[").removesuffix("]") + "s"] for name in names}

    def values(self, schema):
        """What a parameter can be: all of the names that the document has; None where it has none."""
        items = schema.get("items", schema)
        if "$ref" in items:
            items = self.document["components"]["schemas"][items["$ref"].rsplit("/", 1)[1]]
        return items.get("enum")

    def samples(self, name, served, ids):
        """Parameters with values, and the status that each is to be answered with."""
        method, path, _ = self.operations[name]
        checked = {one["name"]: one["schema"] for one in served["paths"][path][method].get("parameters", [])}
        yield "nothing", "1", 400
        for one in self.parameters_of(name):
            parameter, schema = one["name"], one["schema"]
            if parameter in self.required(name, ids):
                continue
            values = self.values(schema)
            if schema["type"] == "integer":
                yield from ((parameter, value, 200) for value in (1, schema["maximum"]))
                yield from ((parameter, value, 400) for value in (0, schema["maximum"] + 1, "many", ""))
            elif schema["type"] == "boolean":
                yield from ((parameter, value, 200) for value in ("true", "false"))
                yield parameter, "perhaps", 400
            elif "Date" in parameter:
                yield parameter, "2026-10-01T08:00:00.123456+02:00", 200
                yield parameter, "yesterday", 400
            else:
                closed_here = not {"enum", "$ref"}.isdisjoint(checked[parameter]["items"])
                usual = ["true", "false"] if closed_here else ["anything", ids["apps"]]
                yield parameter, ",".join(values or usual), 200
                yield parameter, (values or usual)[-1], 200
                if closed_here:
                    yield parameter, (values or usual)[0] + ",BOGUS", 400

#!/usr/bin/env python3
# This file is part of swift-background-assets.
# Copyright (c) 2026 the swift-background-assets authors
# SPDX-License-Identifier: Apache-2.0
"""Makes one resource of each type on a host, and writes a configuration of schemathesis that names them.

Without them nearly all that it asks for is not there. Run by scripts/test-openapi.sh: URL, token's file, CA, configuration.
"""

import json
import ssl
import sys
import urllib.request

url, token_path, authority, configuration = sys.argv[1:]
token = open(token_path).read().strip()
context = ssl.create_default_context(cafile=authority)


def send(method, path, body=None):
    request = urllib.request.Request(
        url + path,
        method=method,
        data=None if body is None else json.dumps(body).encode(),
        headers={"Authorization": "Bearer " + token, "Content-Type": "application/json"},
    )
    with urllib.request.urlopen(request, context=context) as answer:
        return json.load(answer)["data"]


def make(kind, attributes=None, **relationships):
    data = {"type": kind}
    if attributes:
        data["attributes"] = attributes
    if relationships:
        data["relationships"] = {name: {"data": {"type": t, "id": i}} for name, (t, i) in relationships.items()}
    return send("POST", ("/ba/v1/" if kind == "appBuilds" else "/v1/") + kind, {"data": data})["id"]


ids = {"apps": send("GET", "/v1/apps")[0]["id"]}
app = ("apps", ids["apps"])
ids["backgroundAssets"] = make("backgroundAssets", {"assetPackIdentifier": "Tutorial"}, app=app)
pack = ("backgroundAssets", ids["backgroundAssets"])
ids["backgroundAssetVersions"] = make("backgroundAssetVersions", backgroundAsset=pack)
version = ("backgroundAssetVersions", ids["backgroundAssetVersions"])
ids["backgroundAssetUploadFiles"] = make(
    "backgroundAssetUploadFiles",
    {"assetType": "ASSET", "fileName": "Tutorial.aar", "fileSize": 1000},
    backgroundAssetVersion=version,
)
ids["appBuilds"] = make("appBuilds", {"fileName": "Game.tar", "fileSize": 1000}, app=app)
ids["appStoreVersions"] = make("appStoreVersions", {"versionString": "1.0"}, app=app)
ids["reviewSubmissions"] = make("reviewSubmissions", {"platform": "IOS"}, app=app)
ids["webhooks"] = make(
    "webhooks",
    {
        "name": "builds",
        "url": "https://hooks.example.com/",
        "secret": "sesame",
        "enabled": False,
        "eventTypes": ["BACKGROUND_ASSET_VERSION_STATE_UPDATED"],
    },
    app=app,
)
ids["packVersions"] = ids["backgroundAssetVersions"]
ids["packSettings"] = ids["backgroundAssets"]
ids["packContexts"] = ids["backgroundAssets"] + ".appstore"

with urllib.request.urlopen(url + "/ba/v1/openapi.json", context=context) as answer:
    paths = sorted(json.load(answer)["paths"])
with open(configuration, "w") as file:
    for path in paths:
        kind = path.split("{id}")[0].strip("/").split("/")[-1]
        if "{id}" in path and kind in ids:
            file.write(f'[[operations]]\ninclude-path = "{path}"\nparameters = {{ "path.id" = "{ids[kind]}" }}\n\n')

#!/bin/sh
# A scan from request to report: URL=http://127.0.0.1:3000 KEY=zs_live_... sh examples/scan.sh [request.json]
set -eu
request=${1:-$(dirname "$0")/requests/terraced-house.json}

# "Prefer: wait=60" makes the service answer when the scan has ended, at the latest after 60 seconds.
created=$(curl -sf "$URL/v1/scans" -H "x-api-key: $KEY" -H "content-type: application/json" -H "prefer: wait=60" -d "@$request")
id=$(printf '%s' "$created" | sed 's/.*"id":"\([^"]*\)".*/\1/')

curl -sf "$URL/v1/scans/$id/result" -H "x-api-key: $KEY"

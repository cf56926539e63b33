#!/bin/sh
# Prints, for .env, the digests of the images that Dockerfile and compose.yaml are built on, as their registry has them now:
#   sh deploy/digests.sh >> .env
# An image is then the same at every build, until this is run again. Asks the registry; needs docker with buildx.
set -eu
digest() { echo "$1=$(docker buildx imagetools inspect --format '{{.Manifest.Digest}}' "$2")"; }
digest NODE_DIGEST node:22-bookworm-slim
digest DEBIAN_DIGEST debian:bookworm-slim
digest POSTGRES_DIGEST postgres:16-bookworm
digest NATS_DIGEST nats:2.10-alpine

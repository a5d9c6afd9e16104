#!/bin/sh
# Pins each image that the Dockerfile and compose.yaml begin with to what its tag names now. At every release, and when a base image is
# fixed: needs docker with buildx, and the network.
set -eu
cd "$(dirname "$0")"
for image in $(sed -nE 's/^ *(FROM +|image: +|ARG NODE_IMAGE=)([a-z]+:[A-Za-z0-9.-]+).*/\2/p' ../Dockerfile compose.yaml | sort -u); do
  digest=$(docker buildx imagetools inspect "$image" --format '{{.Manifest.Digest}}')
  echo "$image is $digest"
  sed -i -E "s/$image(@sha256:[0-9a-f]{64})?/$image@$digest/" ../Dockerfile compose.yaml
done

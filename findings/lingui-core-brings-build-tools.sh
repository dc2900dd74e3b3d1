#!/bin/sh
# @lingui/core 6.11.0
#
# Behaviour: the package that formats messages at run time depends on the Babel plugin and the configuration reader of the
# build, so an installation for production gets 34 packages, Jest's validator and the TypeScript loader jiti among them.
# Expected: the few that an import of @lingui/core loads (message-utils, the parser of ICU messages, and moo).
# Seen: 34 packages, with jest-validate and jiti
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
echo '{ "private": true, "dependencies": { "@lingui/core": "6.11.0" } }' > package.json
npm install --silent --no-audit --no-fund --omit=dev
list=$(npm ls --all --parseable --silent | tail -n +2 | sort -u)
tools=$(echo "$list" | grep -oE 'jest-validate$|jiti$' | sort | paste -sd' ' -)
echo "$(echo "$list" | wc -l | tr -d ' ') packages, with $tools"
# The number may change with the packages below; the build tools are the point.
[ "$tools" = "jest-validate jiti" ]

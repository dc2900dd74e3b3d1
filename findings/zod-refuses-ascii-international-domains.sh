#!/bin/sh
# zod 4.6.7
#
# Behaviour: `z.email()` refuses addresses whose top-level domain is an internationalised one in ASCII, such as
# `xn--h2brj9c` (.भारत): its pattern wants letters only in the last label. It accepts `xn--` in the labels before.
# Expected: a valid host name in ASCII is valid in an address. `z.hostname()` accepts it.
# Seen: email in .xn--h2brj9c: false; email in xn--11b4c3d.in: true; hostname: true
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
echo '{ "private": true, "type": "module", "dependencies": { "zod": "4.6.7" } }' > package.json
npm install --silent --no-audit --no-fund
cat > try.js << 'JS'
import * as z from 'zod';
const topLevel = z.email().safeParse('asha@xn--11b4c3d.xn--h2brj9c').success;
const inside = z.email().safeParse('asha@xn--11b4c3d.in').success;
const host = z.hostname().safeParse('xn--11b4c3d.xn--h2brj9c').success;
console.log(`email in .xn--h2brj9c: ${topLevel}; email in xn--11b4c3d.in: ${inside}; hostname: ${host}`);
process.exit(!topLevel && inside && host ? 0 : 1);
JS
node try.js

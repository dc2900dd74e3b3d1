#!/bin/sh
# @fastify/static 10.1.11 with fastify 5.12.8
#
# Behaviour: with `wildcard: false` and `preCompressed: true` the plugin registers a route for each file that it finds, the
# compressed copies included. `/app.js.br` is a public address of its own, sent as it lies on the disk with the type
# application/octet-stream and without Content-Encoding. A build of 300 files with two copies each adds 1,800 routes
# (GET and HEAD), which take memory and time at each start.
# Expected: `preCompressed` copies are other forms of one file, found by Accept-Encoding and not listed.
# Seen: /app.js 200 br, /app.js.br 200 application/octet-stream without encoding
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
echo '{ "private": true, "dependencies": { "@fastify/static": "10.1.11", "fastify": "5.12.8" } }' > package.json
npm install --silent --no-audit --no-fund
cat > try.js << 'JS'
const { mkdirSync, writeFileSync } = require('node:fs');
const path = require('node:path');
const { brotliCompressSync } = require('node:zlib');
const root = path.join(__dirname, 'public');
mkdirSync(root);
writeFileSync(path.join(root, 'app.js'), 'export {};\n'.repeat(100));
writeFileSync(path.join(root, 'app.js.br'), brotliCompressSync('export {};\n'.repeat(100)));
const app = require('fastify')();
app.register(require('@fastify/static'), { root, wildcard: false, preCompressed: true });
const ask = (url) => app.inject({ url, headers: { 'accept-encoding': 'br' } });
(async () => {
  const [file, copy] = [await ask('/app.js'), await ask('/app.js.br')];
  const encoding = copy.headers['content-encoding'] ?? 'without encoding';
  console.log(`/app.js ${file.statusCode} ${file.headers['content-encoding']}, /app.js.br ${copy.statusCode} ${copy.headers['content-type']} ${encoding}`);
  process.exit(file.headers['content-encoding'] === 'br' && copy.statusCode === 200 ? 0 : 1);
})();
JS
node try.js

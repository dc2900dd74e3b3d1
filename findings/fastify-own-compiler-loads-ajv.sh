#!/bin/sh
# fastify 5.12.8
#
# Behaviour: an app that sets its own validator and serializer compilers (`setValidatorCompiler`, `setSerializerCompiler`)
# still loads ajv, and keeps it in memory. Only the option `schemaController.compilersFactory` leaves it out.
# fast-json-stringify is loaded with both.
# Expected: an own compiler, which the documentation offers for other schema libraries, replaces ajv.
# Seen: own compilers: ajv true, fast-json-stringify true; own factory: ajv false, fast-json-stringify true
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
echo '{ "private": true, "dependencies": { "fastify": "5.12.8" } }' > package.json
npm install --silent --no-audit --no-fund
cat > try.js << 'JS'
const path = require('node:path');
const { execFileSync } = require('node:child_process');
if (!process.argv[2]) {
  const seen = ['compilers', 'factory'].map((way) => execFileSync(process.execPath, [__filename, way], { encoding: 'utf8' }).trim());
  console.log(seen.join('; '));
  process.exit(seen[0].includes('ajv true') && seen[1].includes('ajv false') ? 0 : 1);
}
const isLoaded = (name) => Object.keys(require.cache).some((file) => file.includes(path.join('node_modules', name) + path.sep));
const valid = () => () => true;
const text = () => JSON.stringify;
const isFactory = process.argv[2] === 'factory';
const factories = { buildValidator: () => valid, buildSerializer: () => text };
const app = require('fastify')(isFactory ? { schemaController: { compilersFactory: factories } } : {});
if (!isFactory) app.setValidatorCompiler(valid).setSerializerCompiler(text);
app.post('/', { schema: { body: { any: 'schema' }, response: { 200: { any: 'schema' } } } }, async () => ({ ok: true }));
app.ready().then(() => console.log(`own ${process.argv[2]}: ajv ${isLoaded('ajv')}, fast-json-stringify ${isLoaded('fast-json-stringify')}`));
JS
node try.js

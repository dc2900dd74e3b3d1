import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { localePreload } from './build/locale-preload.ts';
import { precompress } from './build/precompress.ts';
import { texts } from './build/texts.ts';

const server = `http://localhost:${process.env['PORT'] ?? '3000'}`;

export default defineConfig({
  root: import.meta.dirname,
  plugins: [texts(), react(), tailwindcss(), localePreload(), precompress()],
  build: {
    // Old phones keep an old WebView: nothing newer than what they can parse.
    target: ['chrome100', 'firefox100', 'safari15.4'],
    // An inlined asset would need data: in the policy for fonts and scripts.
    assetsInlineLimit: 0,
    reportCompressedSize: false,
    manifest: true,
    rolldownOptions: {
      output: {
        codeSplitting: {
          // Each file costs a request, and larger ones compress better; but nothing that only a form needs
          // may come with a list.
          groups: [
            // They change with their own releases only.
            { name: 'react', test: /node_modules\/(?:react|react-dom|scheduler)\//, priority: 5 },
            { name: 'framework', test: /node_modules/, tags: ['$initial'], priority: 4 },
            { name: 'start', test: /src\/(?!main\.tsx)|texts\/en/, tags: ['$initial'], priority: 3 },
            {
              name: 'ui',
              test: /lucide-react(?!.*\/(?:credit-card|external-link|hand-coins|scale|shield-check|check-check|clock|unlink)\.)|src\/ui\/(?!combobox|files|list-field|toaster)/,
              minShareCount: 3,
              priority: 2,
            },
            {
              name: 'lists',
              test: /trade\/(?:feed|likes)\/|routes\/shared\/|[iI]nfiniteQuery/,
              minShareCount: 2,
              priority: 1,
            },
            {
              name: 'market',
              test: /mandi\/(?:(?:market-page|rates|weather|news|schemes)\/|commodities|weight-unit)|\/(?:credit-card|external-link|hand-coins|scale|shield-check)\./,
              minShareCount: 2,
              priority: 0,
            },
          ],
        },
      },
    },
  },
  server: {
    proxy: {
      '/api': server,
      '/media': server,
      '/socket.io': { target: server, ws: true },
    },
  },
});

import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { oldestBrowsers } from './build/browsers.ts';
import { chunkGroups, moduleGraph } from './build/bundles.ts';
import { localePreload } from './build/locale-preload.ts';
import { precompress } from './build/precompress.ts';
import { screenTexts } from './build/screen-texts.ts';
import { screenStarts } from './build/screens.ts';
import { serviceWorker } from './build/service-worker.ts';
import { furtherCrops } from './build/further-crops.ts';
import { texts } from './build/texts.ts';
import { tooOld } from './build/too-old.ts';

const server = `http://localhost:${process.env['PORT'] ?? '3000'}`;

export default defineConfig({
  root: import.meta.dirname,
  plugins: [
    texts(),
    furtherCrops(),
    react(),
    tailwindcss(),
    localePreload(),
    screenTexts(),
    screenStarts(),
    serviceWorker(),
    moduleGraph(),
    tooOld(),
    precompress(),
  ],
  build: {
    target: Object.entries(oldestBrowsers).map(([name, version]) => `${name}${version}`),
    // Inlined assets would need data: in the policy for fonts and scripts.
    assetsInlineLimit: 0,
    reportCompressedSize: false,
    // Only old Safaris need this polyfill. It saves them little, and their scripts would wait for one more file.
    modulePreload: { polyfill: false },
    manifest: true,
    rolldownOptions: {
      output: {
        codeSplitting: { groups: chunkGroups },
      },
    },
  },
  server: {
    proxy: {
      '/api': server,
      '/media': server,
      '^/(?:s/|sitemaps/|sitemap\\.xml|robots\\.txt)': server,
      '/socket.io': { target: server, ws: true },
    },
  },
});

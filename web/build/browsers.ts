/**
 * The oldest versions that the build is for, which docs/browsers.md explains. The names are those of Vite's targets.
 */
export const oldestBrowsers = { chrome: 109, edge: 109, firefox: 115, safari: 16, ios: 16 };

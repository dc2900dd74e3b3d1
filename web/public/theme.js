// Runs before the first paint, so that neither the colours nor the language change under the reader's eyes.
(function () {
  var root = document.documentElement;
  var script = document.currentScript;
  var theme = null;
  var locale = null;
  try {
    theme = localStorage.getItem('upaj-theme');
    locale = localStorage.getItem('upaj-locale');
  } catch {
    // Storage may be forbidden; the defaults below serve.
  }
  var dark = theme ? theme === 'dark' : matchMedia('(prefers-color-scheme: dark)').matches;
  root.dataset.theme = dark ? 'dark' : 'light';
  document.querySelector('meta[name="theme-color"]').content = dark ? '#0e1510' : '#12482a';

  if (locale !== 'en' && locale !== 'hi') {
    var known = (navigator.languages || [navigator.language]).find(function (tag) {
      return /^(en|hi)\b/i.test(tag);
    });
    locale = known && /^hi/i.test(known) ? 'hi' : 'en';
  }
  root.lang = locale;
  if (locale === 'hi' && script.dataset.hi) {
    var link = document.createElement('link');
    link.rel = 'modulepreload';
    link.href = script.dataset.hi;
    document.head.appendChild(link);
  }
})();

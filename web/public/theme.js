// Runs before the first paint, so that neither the colours nor the language change on screen.
(function () {
  var root = document.documentElement;
  var script = document.currentScript;
  var theme = null;
  var locale = null;
  try {
    theme = localStorage.getItem('upaj-theme');
    locale = localStorage.getItem('upaj-locale');
  } catch {
    // Without storage: the defaults below.
  }
  var dark = theme ? theme === 'dark' : matchMedia('(prefers-color-scheme: dark)').matches;
  root.dataset.theme = dark ? 'dark' : 'light';
  document.querySelector('meta[name="theme-color"]').content = dark ? '#0e1510' : '#12482a';

  var files = JSON.parse(script.dataset.languages || '{}');
  if (!(locale in files)) {
    var wished = (navigator.languages || [navigator.language]).map(function (tag) {
      return tag.split('-')[0].toLowerCase();
    });
    locale =
      wished.find(function (language) {
        return language in files;
      }) || 'en';
  }
  root.lang = locale;
  var texts = JSON.parse(script.dataset.texts || '{}');
  [].concat(files[locale] || [], texts[locale] || []).forEach(function (file) {
    var link = document.createElement('link');
    link.rel = 'modulepreload';
    link.href = file;
    document.head.appendChild(link);
  });
})();

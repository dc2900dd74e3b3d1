// Runs before the first paint, so that neither the colours nor the language change on screen. It is also there when a
// script of the app does not load. Every browser since 2015 can run it up to the message for those that are too old.
(function () {
  // The browsers of the build's targets have both. Others show no styles, or do not start.
  if (!window.CSSLayerBlockRule || !window.structuredClone) {
    window.onStartFailed = function () {};
    var message = document.createElement('script');
    message.src = '/too-old.js';
    document.head.appendChild(message);
    return;
  }

  var root = document.documentElement;
  var script = document.currentScript;
  var theme = null;
  var locale = null;
  try {
    if (localStorage.getItem('upaj-font')) root.dataset.font = 'anek';
    theme = localStorage.getItem('upaj-theme');
    locale = localStorage.getItem('upaj-locale');
  } catch (error) {
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

  // A page cannot load a script again that has failed. So the page is loaded again, once by itself, later when somebody
  // presses the button or is online again.
  function onStartFailed() {
    if (document.getElementById('start-failed')) return;
    try {
      var last = Number(sessionStorage.getItem('upaj-start-failed'));
      sessionStorage.setItem('upaj-start-failed', String(Date.now()));
      if (navigator.onLine && Date.now() - last > 600000) return void setTimeout(reload, 1000);
    } catch (error) {
      // Without storage, it would not end.
    }
    // The app's texts may be missing too.
    var main =
      '<main id="start-failed" class="flex flex-col items-center gap-3 px-4 py-14 text-center">' +
      '<div role="alert">' +
      '<h1 lang="en" class="text-lead font-semibold">Network error. Please check your connection.</h1>' +
      '<p lang="hi" class="text-lead font-semibold">नेटवर्क की दिक्कत है। कृपया अपना इंटरनेट जांचें।</p>' +
      '</div>' +
      '<button type="button" class="min-h-11 rounded-control border-[1.5px] border-leaf px-4 font-semibold text-leaf">' +
      '<span lang="en">Retry</span> · <span lang="hi">फिर कोशिश करें</span>' +
      '</button>' +
      '</main>';
    document.getElementById('root').insertAdjacentHTML('beforeend', main);
    document.querySelector('#start-failed button').onclick = reload;
    addEventListener('online', reload);
  }

  function reload() {
    location.reload();
  }

  window.onStartFailed = onStartFailed;
  function onError(event) {
    if (event.target.type === 'module') onStartFailed();
  }
  addEventListener('error', onError, true);

  // Back may restore a page of somebody who has logged out since. It is hidden until that is known. The app changes this
  // entry with each log-in and log-out.
  function sessionStart() {
    try {
      return localStorage.getItem('upaj-member');
    } catch (error) {
      return undefined;
    }
  }
  var shownTo;
  addEventListener('pagehide', function (event) {
    if (!event.persisted) return;
    shownTo = sessionStart();
    root.style.visibility = 'hidden';
  });
  addEventListener('pageshow', function (event) {
    if (!event.persisted) return;
    if (shownTo === undefined || shownTo !== sessionStart()) return reload();
    root.style.visibility = '';
  });
})();

/* global texts */
// Shows in a browser that cannot run the app what to do. Every browser since 2015 can run it. web/build/too-old.ts writes
// `texts` before it, and public/theme.js loads it.
(function () {
  var wished = [].concat(navigator.languages || navigator.language || 'en');
  try {
    wished.unshift(localStorage.getItem('upaj-locale') || '');
  } catch (error) {
    // Without storage, the browser's languages count.
  }
  var language = 'en';
  for (var index = wished.length - 1; index >= 0; index -= 1) {
    var tag = wished[index].split('-')[0].toLowerCase();
    if (texts[tag]) language = tag;
  }

  function add(name, text, parent) {
    var element = document.createElement(name);
    element.textContent = text;
    parent.appendChild(element);
    return element;
  }

  function show() {
    var body = document.body;
    body.textContent = '';
    document.documentElement.lang = language;
    var main = add('main', '', body);
    main.id = 'too-old';
    main.style.cssText = 'max-width: 36em; margin: 0 auto; padding: 3em 1.25em; font: 1.125em/1.6 sans-serif';
    add('h1', texts[language].title, main);
    add('p', texts[language].advice, main);
    // The public page of a post needs no script.
    var post = /^\/post\/([^/]+)/i.exec(location.pathname);
    if (post) add('a', texts[language].openPost, add('p', '', main)).href = '/s/' + post[1];
    else add('p', texts[language].sharedPosts, main);
  }

  if (document.readyState === 'loading') document.addEventListener('DOMContentLoaded', show);
  else show();
})();

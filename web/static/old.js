// Leads browsers that are older than docs/browsers.md to the plain board. Written for browsers of any age.

(function () {
  var isNew = window.CSSPropertyRule && CSS.supports("color", "color-mix(in srgb, red, red)");      // Safari 16.4 and Firefox 128; Chrome 111
  if (!isNew && location.search !== "?anyway") location.replace("/plain?from=" + location.pathname);
})();

// Leads browsers that are older than docs/browsers.md to the plain board. Written for browsers of any age.

(function () {
  var isNew = window.CSS && CSS.supports && CSS.supports("selector(:has(a))") && CSS.supports("color", "color-mix(in srgb, red, red)");
  if (!isNew && location.search !== "?anyway") location.replace("/plain?from=" + location.pathname);
})();

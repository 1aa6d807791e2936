// Small tools to build and update the page. Data only ever becomes text or an attribute, never markup.

const SVG = "http://www.w3.org/2000/svg";

/** A new element. `props`: attributes; "class"; "on" + event name for listeners. Children: elements, strings, null. */
export function el(tag, props = {}, ...children) {
  const node = document.createElement(tag);
  for (const [name, value] of Object.entries(props)) {
    if (name.startsWith("on")) node.addEventListener(name.slice(2), value);
    else attr(node, name, value);
  }
  node.append(...children.filter((child) => child !== null && child !== undefined));
  return node;
}

/** Set an attribute when it differs; null, undefined and false remove it. */
export function attr(node, name, value) {
  if (value === null || value === undefined || value === false) node.removeAttribute(name);
  else if (node.getAttribute(name) !== String(value === true ? "" : value)) node.setAttribute(name, value === true ? "" : value);
}

/** Set the text when it differs, so that unchanged words are not announced again. */
export function text(node, words) {
  const wanted = String(words ?? "");
  if (node.textContent !== wanted) node.textContent = wanted;
}

/** The words that an element shows, for its accessible name, which must contain them (WCAG 2.5.3). */
export function wordsIn(node) {
  const words = [], texts = document.createTreeWalker(node, NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) words.push(texts.currentNode.data.trim());
  return words.filter(Boolean).join(" ");
}

/** Show or hide. */
export function show(node, visible) {
  if (node.hidden === Boolean(visible)) node.hidden = !visible;
}

/** A drawing of the house (templates/art.svg) or of the game (its art.svg). */
export function art(name) {
  const svg = document.createElementNS(SVG, "svg");
  svg.setAttribute("class", "art");
  svg.setAttribute("aria-hidden", "true");
  const use = document.createElementNS(SVG, "use");
  use.setAttribute("href", `#art-${name}`);
  svg.append(use);
  return svg;
}

/**
 * Keep `parent`'s children in step with `items`: one child per key, made once, moved and updated after that.
 * `make(item)` gives the element; `update(element, item)` brings it up to date.
 */
export function keyed(parent, items, key, make, update = () => {}) {
  const old = new Map([...parent.children].map((child) => [child.dataset.key, child]));
  let place = parent.firstElementChild;
  for (const [index, item] of items.entries()) {
    const name = String(key(item, index));
    let child = old.get(name);
    old.delete(name);
    if (child === undefined) {
      child = make(item, index);
      child.dataset.key = name;
    }
    update(child, item, index);
    if (child === place) place = place.nextElementSibling;
    else parent.insertBefore(child, place);
  }
  const had = [...old.values()].some((gone) => gone.contains(document.activeElement));
  for (const gone of old.values()) gone.remove();
  if (had) focusOn(parent);
}

// Where the keyboard was on what is not there any more, it goes on from the place where that was.
function focusOn(parent) {
  if (!parent.hasAttribute("tabindex")) parent.tabIndex = -1;
  parent.focus({ preventScroll: true });
}

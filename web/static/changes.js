// Changes of a snapshot, as web/feed/delta.py makes them: what has not changed stays the same object.

/** What comes of `old` by a `change`; `old` itself stays as it is. */
export function changed(old, change) {
  if (Array.isArray(change)) return change[0];
  return Array.isArray(old) ? changedList(old, change) : changedObject(old, change);
}

function changedObject(old, change) {
  const found = { ...old };
  for (const [key, inside] of Object.entries(change)) {
    if (inside === 0) delete found[key];
    else found[key] = changed(old[key], inside);
  }
  return found;
}

// First the cuts, one after the other, then what changed inside of an item, by its new place.
function changedList(old, { "~": cuts = [], ...places }) {
  const found = [...old];
  for (const [from, drop, items] of cuts) found.splice(from, drop, ...items);
  for (const [place, inside] of Object.entries(places)) found[place] = changed(found[place], inside);
  return found;
}

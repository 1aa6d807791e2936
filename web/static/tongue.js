// The words of the scripts in the language of the table: one whole English sentence each, with named places.
// The catalogue is a script of its own that runs before this one (`words` in base.html); without it English is said.

const { words, forms } = globalThis.cuelightWords ?? { words: {}, forms: null };

const filled = (sentence, values) => sentence.replace(/\{(\w+)\}/g, (place, name) => (name in values ? values[name] : place));

/** A sentence with values in its places: `t("{name} has won", { name })`. */
export function t(sentence, values = {}) {
  return filled(words[sentence] ?? sentence, values);
}

/** A sentence whose words hang on a number, which is {count} in both: `n("one card", "{count} cards", 3)`. */
export function n(one, many, count, values = {}) {
  const size = Math.abs(Number(count)) || 0; // points may be negative or still missing
  const form = forms === null ? Number(size !== 1) : Number(forms[size < forms.length ? size : 100 + (size % 100)]);
  return filled((words[one] ?? [one, many])[form], { count, ...values });
}

/** A sentence with elements in its places, as a list of texts and nodes for `el` or `append`: `rich("Open {link}", { link: el("a") })`. */
export function rich(sentence, nodes) {
  return (words[sentence] ?? sentence).split(/\{(\w+)\}/).map((part, index) => (index % 2 ? nodes[part] ?? part : part)).filter((part) => part !== "");
}

// What a page remembers in its browser: for this tab, or for good. Where the browser keeps nothing, the page itself
// remembers it until it is closed.

const memory = new Map();

function storage(find, kind) {
  const use = (work, otherwise) => {
    try {
      return work(find());
    } catch {
      return otherwise();       // the browser blocks it, or it is full
    }
  };
  return {
    get: (name) => use((store) => store.getItem(name), () => null) ?? memory.get(kind + name) ?? null,
    set: (name, value) => {
      memory.set(kind + name, value);
      use((store) => store.setItem(name, value), () => {});
    },
    remove: (name) => {
      memory.delete(kind + name);
      use((store) => store.removeItem(name), () => {});
    },
  };
}

export const inThisTab = storage(() => sessionStorage, "tab ");
export const inThisBrowser = storage(() => localStorage, "browser ");

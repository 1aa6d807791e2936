// The page for whoever looks after a demo table: its few settings, kept at a touch; and taken from a code or a file.

import { show, text } from "./dom.js";
import { command } from "./live.js";
import { inThisTab } from "./storage.js";

const form = document.getElementById("shop");
const one = (name) => form.elements[name];
const games = [...form.querySelectorAll('[name="games"]')];

function chosen() {
  return {
    demo: one("demo").checked,
    idle_minutes: Number(one("idle_minutes").value),
    opens: one("opens").value,
    closes: one("closes").value,
    pace: one("pace").value,
    language: one("language").value,
    games: games.filter((box) => box.checked).map((box) => box.value),
  };
}

// A code that was scanned at another table has its settings behind the #. They are kept when somebody says so.
function fill(said) {
  for (const name of ["idle_minutes", "opens", "closes", "pace", "language"]) one(name).value = said.get(name) ?? one(name).value;
  one("demo").checked = said.get("demo") === "1";
  const offered = said.get("games")?.split(",") ?? [];
  for (const box of games) box.checked = offered.length === 0 ? box.checked : offered.includes(box.value);
}

async function keep(body) {
  show(document.getElementById("kept"), false);
  for (const node of document.querySelectorAll("[data-error]")) show(node, false);
  const answer = await command("shop", body, { quiet: true });
  if (answer.ok) {
    history.replaceState(null, "", "/shop");
    location.reload();
    inThisTab.set("kept", "yes");
    return;
  }
  const fault = answer.faults?.[0];
  const node = document.querySelector(`[data-error="${fault?.field?.replace(/\W.*/, "") ?? ""}"]`) ?? document.querySelector('[data-error=""]');
  text(node, fault?.what ?? answer.error);
  show(node, true);
  node.scrollIntoView({ block: "center" });
}

form.addEventListener("submit", (event) => {
  event.preventDefault();
  keep(chosen());
});
document.getElementById("save").addEventListener("click", () => {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([document.getElementById("text").textContent], { type: "application/toml" }));
  link.download = "shop.toml";
  link.click();
});
document.getElementById("open").addEventListener("change", async ({ target }) => {
  const [file] = target.files;
  if (file) await keep({ text: await file.text() });
  target.value = "";       // the same file, mended, is another one
});
if (location.hash.includes("=")) fill(new URLSearchParams(location.hash.slice(1)));
show(document.getElementById("kept"), inThisTab.get("kept") !== null);
inThisTab.remove("kept");

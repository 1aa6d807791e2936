// The language of the table, where a host can choose it. The page is loaded anew: all of it is in that language then.

import { command } from "./live.js";

const choice = document.getElementById("language");
choice.value = document.documentElement.dataset.language;
choice.addEventListener("change", async () => {
  const { ok } = await command("language", { language: choice.value });
  if (ok) location.reload();
  else choice.value = document.documentElement.dataset.language;
});

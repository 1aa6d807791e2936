// How the game is played, in pictures; and the rules of the moment.

import { offerHelp } from "./helper.js";

// Another game takes the place of this page, so that Back leads to where one came from.
for (const link of document.querySelectorAll(".how-games a")) {
  link.addEventListener("click", (event) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    location.replace(link.href);
  });
}

document.getElementById("how-return").addEventListener("click", () => {
  if (history.length > 1) history.back();
  else location.assign("/board");
});
offerHelp(document.getElementById("help"));

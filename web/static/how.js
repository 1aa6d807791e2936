// How the game is played, in pictures; and the rules of the moment.

import { offerHelp } from "./helper.js";

document.getElementById("how-return").addEventListener("click", () => {
  if (history.length > 1) history.back();
  else location.assign("/board");
});
offerHelp(document.getElementById("help"));

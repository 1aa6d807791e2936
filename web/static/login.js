// The page that asks the host for the PIN, and goes on to where the host wanted to be.

import { show, text } from "./dom.js";
import { command } from "./live.js";

const PAGES = /^\/(desk|mat|start|join|seats|box|print|history(\/\d+)?)$/;

const form = document.getElementById("login");
const pin = document.getElementById("pin");
const wrong = document.getElementById("wrong");

form.addEventListener("submit", async (event) => {
  event.preventDefault();
  const answer = await command("login", { pin: pin.value }, { quiet: true });
  if (answer.ok) {
    const to = new URLSearchParams(location.search).get("to");
    location.assign(PAGES.test(to) ? to : "/desk");
    return;
  }
  text(wrong, answer.error);
  show(wrong, true);
  pin.setAttribute("aria-invalid", "true");
  pin.select();
});
document.getElementById("go").disabled = false;
pin.focus();

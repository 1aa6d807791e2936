// The page that asks the host for the PIN, and goes on to where the host wanted to be.

import { show, text } from "./dom.js";
import { command } from "./live.js";

const OF_THIS_TABLE = /^(\/[\w.-]+)+(\?[\w.=&-]*)?$/; // no other host's: that would begin with two slashes

const form = document.getElementById("login");
const pin = document.getElementById("pin");
const wrong = document.getElementById("wrong");

form.addEventListener("submit", async (event) => {
  event.preventDefault();
  const answer = await command("login", { pin: pin.value }, { quiet: true });
  if (answer.ok) {
    const to = new URLSearchParams(location.search).get("to");
    location.replace((OF_THIS_TABLE.test(to) ? to : "/desk") + location.hash); // which has what a code says, such as settings
    show(form, false);       // of a file that is saved, nothing else would be seen
    show(document.getElementById("in"), true);
    return;
  }
  text(wrong, answer.error);
  show(wrong, true);
  pin.setAttribute("aria-invalid", "true");
  pin.select();
});
document.getElementById("go").disabled = false;
pin.focus();

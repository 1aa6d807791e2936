// The page that is printed: one button for who does not know the browser's own.

document.getElementById("print")?.addEventListener("click", () => print());

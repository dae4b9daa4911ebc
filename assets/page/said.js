// What the page itself has to say stands above what the client shows, with a button that does something about it; the
// keys are the button's, and not the app's beneath it.
(() => {
  const body = new Promise((done) => {
    if (document.body) done();
    else addEventListener("DOMContentLoaded", done, { once: true });
  });
  const dismiss = () => document.getElementById("said")?.remove();
  const display = async (words, label, act) => {
    await body;
    dismiss();
    const said = Object.assign(document.createElement("dialog"), { id: "said", role: "alertdialog", ariaLabel: words });
    said.append(Object.assign(document.createElement("p"), { textContent: words }));
    said.append(Object.assign(document.createElement("button"), { textContent: label, onclick: act }));
    said.addEventListener("cancel", (event) => event.preventDefault());
    document.body.append(said);
    said.showModal();
    said.lastChild.focus();
  };
  for (const what of ["keydown", "keyup"]) {
    addEventListener(what, (event) => { if (document.getElementById("said")) event.stopImmediatePropagation(); }, true);
  }
  Object.assign(tessera, { body, display, dismiss });
})();

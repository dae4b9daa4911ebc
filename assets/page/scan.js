// The camera is asked for by what the app opens as `#scan`. While its dialog is there, the keys are for it alone.
(() => {
  const open = window.open.bind(window);
  window.open = (address, ...more) => {
    if (address !== "#scan") return open(address, ...more);
    import(new URL(`${tessera.scripts}camera.js`, document.baseURI)).then((camera) => { camera.scan(); }, () => {
      const { tr } = tesseraWords;
      const words = tr("The camera cannot start: a part of Tessera cannot be loaded. Check the network, then scan again. Or "
        + "choose a picture of the code.");
      tessera.display(words, tr("Close"), tessera.dismiss);
    });
    return null;
  };
  for (const what of ["keydown", "keyup"]) {
    addEventListener(what, (event) => {
      if (document.querySelector("dialog[open]")) event.stopImmediatePropagation();
    }, true);
  }
})();

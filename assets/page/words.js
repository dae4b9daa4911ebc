// The words of the scripts of the page, in all languages but English, which the scripts themselves have. A language that was
// chosen in the app is remembered for the page; else it is the best whole one that the browser asks for. The table is made by
// assets/build_languages.py, and not to be edited.
globalThis.tesseraWords = (() => {
  const WORDS = {
    "de": {
      "Browsers allow the camera only on pages that come over https or from this device. Go back and tap “Choose pictures”: on a phone you can also take a photo there.": "Browser geben die Kamera nur für Seiten her, die über https oder von diesem Gerät selbst kommen. Gehe zurück und tippe auf „Bilder auswählen“: Auch dort bietet ein Handy seine Kamera an.",
      "Cancel": "Abbrechen",
      "Close": "Schließen",
      "Codes of the series": "Codes der Reihe",
      "Come back": "Zurückkehren",
      "Found. One moment …": "Gefunden. Einen Moment …",
      "Getting Tessera ready …": "Tessera wird vorbereitet …",
      "Go on": "Weiter",
      "Go on here": "Hier weitermachen",
      "Hold the code in front of the camera: all of it, with the white border around it.": "Halte den Code vor die Kamera: ganz, mit dem weißen Rand darum.",
      "Joining the table …": "Du kommst an den Tisch …",
      "Leave": "Verlassen",
      "No camera was found on this device. Connect one and try again, or go back and choose a picture of the code.": "Dieses Gerät hat keine Kamera. Schließe eine an und versuche es noch einmal, oder gehe zurück und wähle ein Bild des Codes.",
      "Opening your data …": "Deine Daten werden geöffnet …",
      "Other camera": "Andere Kamera",
      "Reload": "Neu laden",
      "Scan a code": "Code scannen",
      "Table on another phone": "Tisch auf einem anderen Handy",
      "Tessera cannot start: a part of it cannot be loaded. Check the network, then try again. If that does not help, its site is not whole: upload all of it again, or ask who runs it. What you entered is kept.": "Tessera kann nicht starten: Ein Teil davon lässt sich nicht laden. Prüfe das Netz und versuche es noch einmal. Hilft das nicht, fehlt etwas auf der Seite: Lade sie ganz neu hoch oder frage, wer sie betreibt. Was du eingetragen hast, bleibt erhalten.",
      "Tessera cannot start: another tab or window still holds the data. Close it, then try again. What you entered is kept.": "Tessera kann nicht starten: Ein anderer Tab oder ein anderes Fenster hat die Daten noch in Gebrauch. Schließe es und versuche es noch einmal. Was du eingetragen hast, bleibt erhalten.",
      "Tessera cannot start: {why}. What you entered is kept.": "Tessera kann nicht starten: {why}. Was du eingetragen hast, bleibt erhalten.",
      "Tessera does not answer just now. Scanning goes on as soon as it does.": "Tessera antwortet gerade nicht. Sobald es antwortet, wird weiter gescannt.",
      "Tessera does not answer. Is this phone on the same network as the host?": "Tessera antwortet nicht. Ist dieses Handy im selben Netz wie der Gastgeber?",
      "Tessera does not answer: it was closed, or the connection was lost. What you entered is saved. This page goes on by itself as soon as Tessera answers.": "Tessera antwortet nicht: Es wurde beendet, oder die Verbindung ist weg. Was du eingetragen hast, ist gespeichert. Sobald Tessera wieder antwortet, geht es hier von allein weiter.",
      "Tessera goes on in another tab or window. Everything is saved.": "Tessera läuft in einem anderen Tab oder Fenster weiter. Alles ist gespeichert.",
      "Tessera is open in another tab or window. Only one of them can save what you enter.": "Tessera ist in einem anderen Tab oder Fenster offen. Nur eines davon kann speichern, was du einträgst.",
      "Tessera is starting …": "Tessera startet …",
      "The browser does not let Tessera use the camera. Allow it for this page in the browser’s settings, then try again. Or go back and choose a photo of the code.": "Der Browser lässt Tessera nicht an die Kamera. Erlaube sie für diese Seite in den Einstellungen des Browsers und versuche es noch einmal. Oder gehe zurück und wähle ein Foto des Codes.",
      "The camera cannot start: a part of Tessera cannot be loaded. Check the network, then scan again. Or choose a picture of the code.": "Die Kamera kann nicht starten: Ein Teil von Tessera lässt sich nicht laden. Prüfe das Netz und scanne noch einmal. Oder wähle ein Bild des Codes.",
      "The camera does not start. Another app may be using it: close that one, then try again.": "Die Kamera startet nicht. Vielleicht benutzt sie eine andere App: Schließe diese und versuche es noch einmal.",
      "The camera is starting. The browser may ask whether Tessera may use it.": "Die Kamera startet. Vielleicht fragt der Browser, ob Tessera sie benutzen darf.",
      "The other phone does not answer. Open Tessera on it, on the same network.": "Das andere Handy antwortet nicht. Öffne dort Tessera, im selben Netz.",
      "The other phone has gone. Come back by a code, or go on here.": "Das andere Handy ist weg. Kehre mit einem Code zurück oder mache hier weiter.",
      "The other phone has gone. The result is in your history.": "Das andere Handy ist weg. Das Ergebnis steht in deinem Verlauf.",
      "This code does not come from Tessera. Scanning goes on.": "Dieser Code ist nicht von Tessera. Es wird weiter gescannt.",
      "This code leads phones to a table: open it with the phone’s own camera. Scanning goes on.": "Dieser Code führt Handys an einen Tisch: Öffne ihn mit der Kamera des Handys selbst. Es wird weiter gescannt.",
      "This page cannot keep anything, as in some private windows and at addresses without https: everything you enter is gone when you close it. Open Tessera in an ordinary window, or go on anyway.": "Diese Seite kann nichts behalten, wie in manchen privaten Fenstern und bei Adressen ohne https: Was du einträgst, ist weg, wenn du sie schließt. Öffne Tessera in einem normalen Fenster, oder mache trotzdem weiter.",
      "Torch": "Licht",
      "Try again": "Noch einmal versuchen",
      "Your browser keeps failing to draw this page. What you entered is saved. Close other tabs and apps, then reload the page. If that does not help, restart the browser.": "Der Browser schafft es immer wieder nicht, diese Seite zu zeichnen. Was du eingetragen hast, ist gespeichert. Schließe andere Tabs und Apps und lade die Seite dann neu. Wenn das nicht hilft, starte den Browser neu.",
      "{number} of {all} codes. Keep the camera on them.": "{number} von {all} Codes. Halte die Kamera weiter darauf."
    }
  };
  const languages = ["en", ...Object.keys(WORDS)];
  const remembered = () => {
    try {
      return JSON.parse(localStorage.getItem("flutter.language"));
    } catch {
      return null;  // a browser that remembers nothing, or a worker
    }
  };
  const language = () => {
    const wanted = (navigator.languages ?? [navigator.language ?? ""]).flatMap((one) => [one, one.split("-")[0]]);
    const chosen = remembered();
    return languages.includes(chosen) ? chosen : wanted.find((one) => languages.includes(one) && !WORDS[one]?.[""]) ?? "en";
  };
  // Return a sentence in the language of the reader, with the values of an object in the places that name them.
  const tr = (template, values = {}) => (WORDS[language()]?.[template] ?? template)
    .replace(/\{(\w+)\}/g, (place, name) => values[name] ?? place);
  return { language, tr };
})();

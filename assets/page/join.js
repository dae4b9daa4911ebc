// The code of a table holds its secret in the fragment of this address, which no browser sends by itself; here it is
// handed over, and what comes instead of it is a cookie that no script can read. The address is replaced at once, so that
// the secret stays in no history, also where the code is wrong or the table locked.
(() => {
  const { language, tr } = tesseraWords;
  const words = document.getElementById("words");
  const again = document.getElementById("again");
  const hint = words.textContent;
  let waiting = 0;
  let secret = "";

  const display = (sentence, retry = false) => {
    words.textContent = sentence;
    again.hidden = !retry;
  };

  const enter = async () => {
    clearTimeout(waiting);
    if (!secret) {
      display(hint);
      return;
    }
    display(tr("Joining the table …"));
    let answer, said;
    try {
      answer = await fetch("/join", {
        method: "POST", cache: "no-store", redirect: "error",
        headers: { "Accept-Language": language(), "Content-Type": "application/json" }, body: JSON.stringify({ secret }),
      });
      said = await answer.json();
    } catch {
      display(tr("Tessera does not answer. Is this phone on the same network as the host?"), true);
      return;
    }
    if (answer.ok) {
      location.replace(said.go);
      return;
    }
    display(said.sentence, true);
    const seconds = Number(answer.headers.get("Retry-After"));
    if (seconds) waiting = setTimeout(enter, seconds * 1000);
  };

  const take = () => {
    if (location.pathname === "/join") secret = location.hash.slice(1);
    else if (/^#[st][0-9]/.test(location.hash)) {  // all that the code holds: it stays, to be copied
      display(words.dataset.code);
      return;
    }
    history.replaceState(null, "", location.pathname + location.search);
    enter();
  };

  again.addEventListener("click", enter);
  addEventListener("hashchange", take);
  take();
})();

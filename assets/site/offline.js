// Keeps the site in this browser, so that it starts without a network, and takes its new versions. That begins when the
// first screen is there, so that the first visit is not slowed. The app shows what is found out, and what can be done.
// A page is loaded anew, and so becomes one of the new version, only where nothing is lost by that: before the first
// screen, or when the player wishes it.
(() => {
  const UPDATE_INTERVAL = 60 * 60 * 1000;  // milliseconds after which a page that is still open looks for a new version
  const RETRY_INTERVAL = 10 * 60 * 1000;  // the same where one could not be kept
  const SCRIPT = "service-worker.js";
  const { serviceWorker } = navigator;
  const installed = navigator.standalone === true || matchMedia("(display-mode: standalone)").matches;
  let free = true;  // whether this page may be loaded anew
  let controlled = Boolean(serviceWorker?.controller);  // whether its files come from a version that is kept
  let lacking = false;  // whether a part of the version that is kept is lost, and could not be got again
  let offer = null, trouble = null, looked = 0, timer;

  const begun = Promise.all([window.tessera.shown, window.tessera.started]);
  begun.then(() => { free = false; }, () => {});  // a page that could not start says so itself
  const report = (state) => begun.then(() => window.tessera.report(state), () => {});
  const waits = async () => (await serviceWorker?.getRegistration())?.waiting;

  const failed = (why) => {
    trouble = why;
    report({ trouble });
  };
  const worked = (ready) => {
    trouble = null;
    report({ ready, trouble });
  };
  const follow = (registration) => {
    const next = registration.installing;
    let whole = false;
    next?.addEventListener("statechange", () => {
      if (next.state === "installed") {
        whole = true;
        worked(Boolean(registration.active));
      } else if (next.state === "activated") {
        next.postMessage("which");
      } else if (next.state === "redundant" && !whole) {  // else a later version took its place
        failed(trouble ?? "broken");
      }
      again();
    });
  };
  const again = () => {
    clearTimeout(timer);
    timer = setTimeout(look, trouble ? RETRY_INTERVAL : UPDATE_INTERVAL);
  };
  const look = async () => {
    looked = Date.now();
    try {
      const registration = await serviceWorker.register(SCRIPT);
      registration.onupdatefound = () => follow(registration);
      follow(registration);
      if (registration.active) {
        registration.active.postMessage("which");
        await registration.update();
        if (trouble && !lacking && !registration.installing) worked(Boolean(registration.waiting));
      }
    } catch (error) {
      if (await serviceWorker.getRegistration().catch(() => null)) {
        // the version that is kept goes on: there is no network, or the site is gone for good
      } else if (error.name === "SecurityError") {
        report({ possible: false });
      } else {
        failed("broken");
      }
    }
    again();
  };
  const lookSoon = () => {
    if (looked && !document.hidden && Date.now() - looked > RETRY_INTERVAL) look();
  };

  addEventListener("tessera-wish", async ({ detail }) => {
    if (detail === "install") {
      await offer?.prompt();
    } else if (detail === "cleared") {  // and with the data what was kept of the site, or was being downloaded
      trouble = null;
      report({ offline: null, trouble });
      look();
    } else if (detail === "update") {
      free = controlled = true;
      const next = await waits();
      if (next) next.postMessage("take over");
      else window.tessera.reload();
    }
  });
  addEventListener("beforeinstallprompt", (event) => {
    event.preventDefault();  // the app offers it
    offer = event;
    report({ installable: true });
  });
  addEventListener("appinstalled", () => report({ installable: false, installed: true }));
  if (installed) report({ installed });

  if (!serviceWorker) {
    report({ possible: false });
    return;
  }
  serviceWorker.addEventListener("controllerchange", () => {
    if (!controlled) controlled = true;
    else if (free && window.tessera.holds()) window.tessera.reload();
    else window.tessera.stale = true;  // this page is of the version before
  });
  serviceWorker.addEventListener("message", ({ data }) => {
    if (data.failed) {
      if (data.lacking) report({ offline: false });
      lacking ||= Boolean(data.lacking);
      failed(data.failed);
    } else {
      if (lacking) trouble = null;
      lacking = false;
      waits().then((next) => {
        report({ offline: true, trouble, ready: Boolean(next) || data.version !== window.tesseraSite.version });
      });
    }
  });
  window.tessera.holding.then(waits).then((next) => { if (free) next?.postMessage("take over"); });  // since the last time
  begun.then(look, () => {});
  addEventListener("online", lookSoon);
  document.addEventListener("visibilitychange", lookSoon);
})();

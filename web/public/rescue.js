// Runs before the page. Where a part of the page can't be had, the browser has kept an index of an
// older version: the index is fetched again, once. Where that does not help, it says what to do.
(() => {
  const tried = 'combat-odds-rescued';
  const patience = 15_000; // ms until a page that shows nothing is taken for broken

  function wayOut(why) {
    const page = document.getElementById('page');
    if (!page || page.childElementCount > 0) return;
    const link = document.createElement('a');
    link.href = `./afresh.html${location.hash}`;
    link.textContent = 'Load it afresh';
    const words = document.createElement('p');
    words.setAttribute('role', 'alert');
    words.append(why, ' ', link);
    page.append(words);
  }

  async function rescue() {
    let before = true; // where nothing may be kept, it is not tried over and over
    try {
      before = Date.now() - Number(sessionStorage.getItem(tried)) < 60_000;
      sessionStorage.setItem(tried, String(Date.now()));
    } catch {
      // Nothing may be kept.
    }
    if (before) return wayOut('A part of the page does not load.');
    await fetch('./', { cache: 'reload' }).catch(() => undefined);
    location.reload();
  }

  addEventListener('error', (event) => event.target instanceof HTMLScriptElement && rescue(), true);
  addEventListener('vite:preloadError', rescue);
  addEventListener('load', () => setTimeout(() => wayOut('The page does not start.'), patience));
})();

/*
 * Runs before the first paint: applies the stored theme, chooses the language and asks for its texts. If the user is logged in, it
 * also shows the skeleton and opens the database while the client loads. `vite.before.ts` puts the constants `languages` and `version` in front.
 */
const root = document.documentElement
const wanted = [...navigator.languages]
try {
  root.className = localStorage.getItem('looks') ?? ''
  wanted.unshift(localStorage.getItem('language') ?? '')
} catch {
  // localStorage is blocked.
}
/** The first wanted language that the client has: this very one, or another variant of it. */
for (const tag of wanted) {
  const [exact, base] = [tag.toLowerCase(), tag.split('-')[0].toLowerCase()]
  const found =
    languages.find(([name]) => name.toLowerCase() === exact) ?? languages.find(([name]) => name.split('-')[0] === base)
  if (found === undefined) continue
  root.lang = found[0]
  if (found[1]) root.dir = 'rtl'
  break
}
globalThis.startupTexts = import(`/app/startup-texts-${root.lang}-${version}.js`)
if (location.pathname === '/' && /rivulet-account=/.test(document.cookie)) {
  root.dataset.opening = ''
  // `session/open.ts` reads from this database; opening it takes as long as loading the client. If there is none, or it cannot be
  // opened, the client opens one itself: only it knows the tables.
  globalThis.openedDatabase = new Promise((resolve) => {
    const request = indexedDB.open('rivulet', 1)
    request.addEventListener('upgradeneeded', () => request.transaction.abort())
    request.addEventListener('success', () => resolve(request.result))
    request.addEventListener('error', () => resolve())
  }).catch(() => undefined)
}

/*
 * Runs before anything is painted: puts on the looks of the last time, and lets the frame be drawn for somebody who is logged in, while
 * the client is on its way.
 */
try {
  document.documentElement.className = localStorage.getItem('looks') ?? ''
} catch {
  // The browser keeps nothing.
}
if (location.pathname === '/' && /rivulet-account=/.test(document.cookie)) document.documentElement.dataset.opening = ''

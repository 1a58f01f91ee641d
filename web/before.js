/*
 * Runs before the first paint: applies the stored theme, and shows the skeleton to a user who is logged in while the client loads.
 */
try {
  document.documentElement.className = localStorage.getItem('looks') ?? ''
} catch {
  // localStorage is blocked.
}
if (location.pathname === '/' && /rivulet-account=/.test(document.cookie)) document.documentElement.dataset.opening = ''
